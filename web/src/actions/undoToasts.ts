import { plural, t } from "@lingui/core/macro";
import { BellMinus, ListChecks, RotateCcw, Trash2, type LucideIcon } from "lucide-react";
import { undo } from "@/sync/store";
import { tell } from "@/ui/Toast";

/** What can be done to several tickets at once. */
export type Done = "changed" | "trashed" | "restored" | "unsubscribed";

const words: Readonly<Record<Done, { icon: LucideIcon; text: (count: number) => string }>> = {
  changed: { icon: ListChecks, text: (count) => plural(count, { one: "# task changed", other: "# tasks changed" }) },
  trashed: { icon: Trash2, text: (count) => plural(count, { one: "# task moved to the trash", other: "# tasks moved to the trash" }) },
  restored: { icon: RotateCcw, text: (count) => plural(count, { one: "# task restored", other: "# tasks restored" }) },
  unsubscribed: { icon: BellMinus, text: (count) => plural(count, { one: "Unsubscribed from # task", other: "Unsubscribed from # tasks" }) },
};

/** Shows the toast. */
export function tellDone(what: Done, count: number, takeBack: () => void = () => void undo()): void {
  const { icon, text } = words[what];
  tell({ text: text(count), icon, action: { name: t`Undo`, keys: "Mod+Z", onClick: takeBack } });
}
