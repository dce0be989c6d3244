import { useTroupe } from "@/sync/store";
import { offerUndo } from "./offerUndo";
import { clearSelection } from "./selection";
import { restoreTickets, trashTickets } from "./tickets";

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
