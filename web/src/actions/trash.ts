import { plural } from "@lingui/core/macro";
import { dispatchAll, useTroupe } from "@/sync/store";
import { offerUndo } from "./offerUndo";
import { clearSelection } from "./selection";
import { type Answers, chunks, nothing } from "./tickets";

export function trashTickets(ticketIds: readonly string[]): Answers {
  const [only] = ticketIds;
  if (only === undefined) return nothing;
  if (ticketIds.length === 1) return dispatchAll([{ kind: "ticket.trash", ticketId: only }]);
  const label = plural(ticketIds.length, { one: "moving # task to the trash", other: "moving # tasks to the trash" });
  return dispatchAll(
    chunks(ticketIds).map((ids) => ({ kind: "tickets.trash", ticketIds: ids })),
    { label },
  );
}

export function restoreTickets(ticketIds: readonly string[]): Answers {
  const [only] = ticketIds;
  if (only === undefined) return nothing;
  if (ticketIds.length === 1) return dispatchAll([{ kind: "ticket.restore", ticketId: only }]);
  return dispatchAll(chunks(ticketIds).map((ids) => ({ kind: "tickets.restore", ticketIds: ids })));
}

/** Puts tickets into the trash without asking, and offers to restore them. */
export function trashWithUndo(ticketIds: readonly string[]): void {
  const ids = ticketIds.filter((id) => useTroupe.getState().tickets[id]);
  if (ids.length === 0) return;
  void trashTickets(ids);
  clearSelection();
  offerUndo("trashed", ids.length, () => void restoreTickets(ids));
}

/** Restores tickets, and offers to put them into the trash again. */
export function restoreWithUndo(ticketIds: readonly string[]): void {
  void restoreTickets(ticketIds);
  clearSelection();
  offerUndo("restored", ticketIds.length, () => void trashTickets(ticketIds));
}
