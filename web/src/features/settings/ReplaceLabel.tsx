import { plural, t } from "@lingui/core/macro";
import { Replace } from "lucide-react";
import { patchCommands } from "@/actions/tickets";
import { mayNowOn } from "@/actions/useMay";
import { dispatchAll, undo, useTroupe } from "@/sync/store";
import { ChooseDialog } from "@/ui/DeleteIntoDialog";
import { LabelDot } from "@/ui/Label";
import { tell } from "@/ui/Toast";
import type { Label } from "@/wire/generated";
import { ticketsWithLabel } from "./labels";

interface ReplaceLabelProps {
  of: Label;
  others: readonly Label[];
  onClose: () => void;
}

/** Gives the tasks with a label another one, for labels that mean the same. The label itself stays: tasks that the person does not see may have it. */
export function ReplaceLabel({ of: { id, name }, others, onClose }: ReplaceLabelProps) {
  const nameOf = (target: string) => others.find((other) => other.id === target)?.name ?? "";
  const count = useTroupe(({ tickets }) => ticketsWithLabel(tickets, id).length);
  const mayEdit = useTroupe(({ tickets }) => mayNowOn("editTickets", ticketsWithLabel(tickets, id)));
  const [first] = others;
  if (!first) return null;
  const text = (target: string) => {
    if (count === 0) return t`No task that you see has this label.`;
    if (!mayEdit) return t`You can't edit every task with the label “${name}”.`;
    const into = nameOf(target);
    const gain = plural(count, { one: `# task gets “${into}” instead of “${name}”.`, other: `# tasks get “${into}” instead of “${name}”.` });
    return t`${gain} The label “${name}” itself stays, because tasks that you don't see may have it.`;
  };
  const replace = (target: string) => {
    const into = nameOf(target);
    onClose();
    const ids = ticketsWithLabel(useTroupe.getState().tickets, id);
    void dispatchAll(patchCommands(ids, { labels: { add: [target], remove: [id] } }), { label: t`replacing a label` });
    tell({ text: t`Replaced “${name}” with “${into}”`, icon: Replace, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
  };
  return (
    <ChooseDialog
      title={t`Replace the label “${name}” on its tasks?`}
      text={text}
      confirm={t`Replace label`}
      ask={t`Replace with`}
      empty={count === 0}
      targets={others.map((other) => ({ id: other.id, name: other.name, picture: <LabelDot hue={other.color} /> }))}
      first={first.id}
      disabled={count === 0 || !mayEdit}
      variant="primary"
      onCancel={onClose}
      onChoose={replace}
    />
  );
}
