import { plural, t } from "@lingui/core/macro";
import { CheckCheck } from "lucide-react";
import { completeSprint } from "./sprints";
import { sprintsInOrder } from "@/sync/selectors";
import { undo, useTroupe } from "@/sync/store";
import { noStatistics, sprintStatistics } from "@/sync/totals";
import { ChooseDialog } from "@/ui/DeleteIntoDialog";
import { tell } from "@/ui/Toast";

interface CompleteSprintProps {
  id: string;
  name: string;
  onClose: () => void;
}

/** Asks where the open tasks go when a sprint is completed: the next sprint is offered first. */
export function CompleteSprint({ id, name, onClose }: CompleteSprintProps) {
  const sprints = useTroupe((state) => state.sprints);
  const statistics = useTroupe((state) => sprintStatistics(state).get(id)) ?? noStatistics;
  const open = statistics.all - statistics.completed - statistics.canceled;
  const others = sprintsInOrder({ sprints }).filter((each) => each.id !== id && each.state !== "completed");
  const none = { id: "", name: t`No sprint` };
  const next = others.find(({ state }) => state === "planned") ?? others[0] ?? none;
  return (
    <ChooseDialog
      title={t`Complete the sprint “${name}”?`}
      text={open === 0 ? t`All of its tasks that you see are completed or canceled.` : plural(open, { one: "# task is not completed. Choose where it goes.", other: "# tasks are not completed. Choose where they go." })}
      confirm={t`Complete sprint`}
      variant="primary"
      ask={t`Move open tasks to`}
      empty={open === 0 && others.length === 0}
      targets={[...others.map((other) => ({ id: other.id, name: other.name })), none]}
      first={next.id}
      onCancel={onClose}
      onChoose={(target) => {
        onClose();
        void completeSprint(id, target || null).then(
          ({ ok }) => ok && tell({ text: t`Completed “${name}”`, icon: CheckCheck, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
        );
      }}
    />
  );
}
