import { Trash2 } from "lucide-react";
import { counted } from "@/lib/names";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import { clearSelection } from "./selection";
import { restoreTickets, trashTickets } from "./tickets";

/** Puts tickets into the trash and offers to take them out again: nobody is asked first. */
export function trashWithUndo(ticketIds: readonly string[]): void {
  const ids = ticketIds.filter((id) => useTroupe.getState().tickets[id]);
  if (ids.length === 0) return;
  void trashTickets(ids);
  clearSelection();
  tell({
    text: `${counted(ids.length, "task")} moved to the trash`,
    icon: Trash2,
    action: { name: "Undo", keys: "Mod+Z", onClick: () => void restoreTickets(ids) },
  });
}
