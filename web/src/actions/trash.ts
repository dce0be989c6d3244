import { plural } from "@lingui/core/macro";
import { lists } from "@/fields/lists";
import { dispatchAll, useTroupe } from "@/sync/store";
import { ask } from "./ask";
import { offerUndo } from "./offerUndo";
import { mayOn } from "./rights";
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

/** Restores tickets, and offers to put them into the trash again. Asks for a list for those that are in none, because their lists were deleted meanwhile. */
export function restoreWithUndo(ticketIds: readonly string[]): void {
  const state = useTroupe.getState();
  const homeless = ticketIds.filter((id) => {
    const ticket = state.tickets[id];
    return ticket && !ticket.private && ticket.lists.length === 0 && mayOn(state, "editTickets", [ticket]);
  });
  void restoreTickets(ticketIds);
  clearSelection();
  offerUndo("restored", ticketIds.length, () => void trashTickets(ticketIds));
  if (homeless.length > 0) ask(lists.id, homeless);
}
