import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { copy } from "@/actions/copy";
import { linkTo } from "@/actions/registry";
import { navigate, useLocation } from "@/lib/location";
import { placeAt } from "@/lib/placeAt";
import { ticketByKey } from "@/sync/selectors";
import { loadOlderActivities, useTroupe } from "@/sync/store";
import type { TicketDetail } from "@/sync/types";
import { tell } from "@/ui/Toast";
import { showComment } from "../passages/usePassages";
import { replyTo } from "./threads";

/** The parameter of an address that names a comment on the open ticket, also in emails. */
const COMMENT = "comment";

/** Copies the address of a comment. */
export function copyCommentLink(ticketId: string, commentId: string): void {
  const view = useTroupe.getState();
  const ticket = view.tickets[ticketId];
  const link = ticket && linkTo(view, ticket);
  if (link) copy([`${link}?${COMMENT}=${commentId}`], t`Link copied`);
}

/** The comment that an address names, if the address is the one of this ticket. */
function useLinked(ticketId: string): string | null {
  const { pathname, search } = useLocation();
  const { ticketKey } = placeAt(pathname);
  const isHere = useTroupe((state) => ticketKey !== null && ticketByKey(state, ticketKey)?.id === ticketId);
  return isHere ? new URLSearchParams(search).get(COMMENT) : null;
}

/**
 * Shows the comment that the address names, and removes it from the address, so that going back does not show it again.
 * Loads earlier activity if the comment may be there.
 */
export function useLinkedComment(ticketId: string, { activities, next, loadingOlder, state }: Pick<TicketDetail, "activities" | "next" | "loadingOlder" | "state">): void {
  const linked = useLinked(ticketId);
  /** The comment that earlier activity was loaded for. Without a network, it is not loaded again and again. */
  const looked = useRef<string | null>(null);
  useEffect(() => {
    if (linked === null || loadingOlder) return;
    const found = activities.find(({ id }) => id === linked);
    if (!found && (state !== "ready" || (next !== null && looked.current === linked))) return;
    if (!found && next !== null) {
      looked.current = linked;
      void loadOlderActivities(ticketId, "unlimited");
      return;
    }
    const said = new URLSearchParams(window.location.search);
    said.delete(COMMENT);
    const rest = said.toString();
    navigate(`${window.location.pathname}${rest === "" ? "" : `?${rest}`}`, { replace: true });
    if (found) showComment(replyTo(found) ?? linked, linked);
    else tell({ text: t`This comment was deleted.` });
  }, [ticketId, linked, activities, next, loadingOlder, state]);
}
