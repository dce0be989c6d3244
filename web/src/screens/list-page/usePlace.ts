import { useCallback, useMemo } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { paths, type Collection, type ViewKind } from "@/lib/paths";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { Place } from "@/sync/arrange/place";

/** Where a list page is: its place, its view, the ticket that is open over it, and the ways to others. */
export function usePlace(collection: Collection) {
  const { workspace: slug = "", listId = null, ticketKey: openKey = null } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const place = useMemo<Place>(() => ({ collection, listId: collection === "list" ? listId : null }), [collection, listId]);
  const asked = search.get("view");
  const view: ViewKind = asked === "kanban" && collection !== "trash" ? "kanban" : "spreadsheet";

  const address = useCallback(
    (to: { ticketKey?: string | undefined; view?: ViewKind }) => {
      // The spreadsheet is what is shown when nothing is said.
      const shown = to.view ?? view;
      const rest = { ticketKey: to.ticketKey, view: shown === "kanban" ? shown : undefined };
      return place.collection === "list" ? paths.list(slug, place.listId ?? "", rest) : paths.collection(slug, place.collection, rest);
    },
    [slug, place, view],
  );
  const hrefOf = useCallback((key: string) => address({ ticketKey: key }), [address]);
  const openTicket = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      // A ticket without a number is called by its id until it has one.
      const key = (ticket && ticketKey(state, ticket)) ?? ticketId;
      return void navigate(address({ ticketKey: key }));
    },
    [navigate, address],
  );
  const closeTicket = useCallback(() => void navigate(address({})), [navigate, address]);
  const showView = useCallback(
    (next: ViewKind) => void navigate(address({ view: next, ticketKey: openKey ?? undefined }), { replace: true }),
    [navigate, address, openKey],
  );
  const openId = useTroupe((state) =>
    openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null),
  );
  return { place, view, openKey, openId, hrefOf, openTicket, closeTicket, showView };
}
