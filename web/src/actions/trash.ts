import { plural, t } from "@lingui/core/macro";
import { Trash2 } from "lucide-react";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import { clearSelection } from "./selection";
import { restoreTickets, trashTickets } from "./tickets";

/** Puts tickets into the trash without asking, and offers to restore them. */
export function trashWithUndo(ticketIds: readonly string[]): void {
  const ids = ticketIds.filter((id) => useTroupe.getState().tickets[id]);
  if (ids.length === 0) return;
  void trashTickets(ids);
  clearSelection();
  tell({
    text: plural(ids.length, { one: "# task moved to the trash", other: "# tasks moved to the trash" }),
    icon: Trash2,
    action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void restoreTickets(ids) },
  });
}
