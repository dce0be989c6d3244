import { useCallback, useMemo } from "react";
import { useParams } from "react-router";
import { lastView, usualView } from "@/actions/usualView";
import { useNavigate, useSearchParams } from "@/lib/location";
import { paths, type Collection, type ViewKind } from "@/lib/paths";
import { isRecordPage } from "@/lib/placeAt";
import { viewNamed, wordOfView } from "@/lib/views";
import { readAddress, writeAddress } from "@/fields/arrange/address";
import { SAVED } from "@/fields/arrange/keep";
import { fieldsOf } from "@/fields/registry";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { Place } from "@/fields/arrange/place";

/** The place of a list page, its view, the ticket that is open over it, and functions to go elsewhere. */
export function usePlace(collection: Collection) {
  const { workspace: slug = "", listId = null, recordId = null, ticketKey: openKey = null } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const place = useMemo<Place>(() => ({ collection, listId: collection === "list" ? listId : null, recordId }), [collection, listId, recordId]);
  const isSaved = search.has(SAVED);
  // Read once for each visit, so that another tab never changes the view of this one.
  const last = useMemo(() => (isSaved ? null : lastView(place.listId)), [isSaved, place]);
  const usual = useTroupe((state) => last ?? usualView(state));
  const view: ViewKind = collection === "trash" ? "spreadsheet" : viewNamed(search.get("view"), usual);

  const address = useCallback(
    (to: { ticketKey?: string | undefined; view?: ViewKind }) => {
      const rest = { ticketKey: to.ticketKey, view: collection === "trash" ? undefined : wordOfView(to.view ?? view, usual) };
      if (place.collection === "list") return paths.list(slug, place.listId ?? "", rest);
      if (isRecordPage(place.collection)) return paths.record(slug, place.collection, place.recordId ?? "", rest);
      return paths.collection(slug, place.collection, rest);
    },
    [slug, place, view, usual, collection],
  );
  /** An address with the saved view, the filters, the group, the order and the days of the current one. */
  const going = useCallback(
    (to: Parameters<typeof address>[0]) => {
      const [path = "", shown = ""] = address(to).split("?");
      const params = new URLSearchParams(shown);
      const saved = search.get(SAVED);
      if (saved !== null) params.set(SAVED, saved);
      if ((to.view ?? view) === "calendar") for (const name of ["cal", "day"]) if (search.has(name)) params.set(name, search.get(name) ?? "");
      const query = params.toString();
      const fields = fieldsOf(useTroupe.getState());
      const said = readAddress(search.toString(), fields);
      return `${path}${said ? writeAddress(query, said, fields) : query && `?${query}`}`;
    },
    [address, search, view],
  );
  // A link to a ticket names the view but no filters, so a new tab shows all tasks behind the ticket.
  const hrefOf = useCallback((key: string) => address({ ticketKey: key }), [address]);
  const openTicket = useCallback(
    (ticketId: string) => {
      const state = useTroupe.getState();
      const ticket = state.tickets[ticketId];
      // A ticket without a number is addressed by its id.
      const key = (ticket && ticketKey(state, ticket)) ?? ticketId;
      return navigate(going({ ticketKey: key }));
    },
    [navigate, going],
  );
  const showView = useCallback(
    (next: ViewKind) => navigate(going({ view: next, ticketKey: openKey ?? undefined }), { replace: true }),
    [navigate, going, openKey],
  );
  const openId = useTroupe((state) =>
    openKey === null ? null : (ticketByKey(state, openKey)?.id ?? state.tickets[openKey]?.id ?? null),
  );
  return { place, view, openKey, openId, hrefOf, openTicket, showView };
}
