import { t } from "@lingui/core/macro";
import { useShallow } from "zustand/react/shallow";
import { noPriority, useChoices } from "@/actions/choices";
import { createLabel } from "@/actions/config";
import { changeSet, setPriority, setReporter, setStatus, toggleInSet } from "@/actions/tickets";
import { labelsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { LabelChip } from "@/ui/Label";
import { priorities } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import { ChoiceProperty } from "./ChoiceProperty";

interface Of {
  ticket: Ticket;
}

/** Of a field that holds one value or none. */
const oneOrNone = (value: string | null) => (value === null ? [] : [value]);

export function StatusProperty({ ticket }: Of) {
  const { status } = useChoices();
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Status`}
      field="statusId"
      question="status"
      keys="S"
      options={status}
      chosen={[ticket.statusId]}
      onPick={(id) => void setStatus([ticket.id], id)}
    />
  );
}

export function AssigneesProperty({ ticket }: Of) {
  const { assignees } = useChoices();
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Assignees`}
      field="assigneesIds"
      question="assignees"
      keys="A"
      multi
      options={assignees}
      chosen={ticket.assigneesIds}
      nothing={t`No assignee`}
      onPick={(id) => void toggleInSet([ticket], "assigneesIds", id)}
    />
  );
}

export function PriorityProperty({ ticket }: Of) {
  const { priority } = useChoices();
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Priority`}
      field="priority"
      question="priority"
      keys="P"
      options={priority}
      chosen={oneOrNone(ticket.priority)}
      none={noPriority}
      onPick={(id) => void setPriority([ticket.id], priorities.find((one) => one === id) ?? null)}
    />
  );
}

export function ListsProperty({ ticket }: Of) {
  const { lists } = useChoices();
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Lists`}
      field="lists"
      question="lists"
      keys="Shift+M"
      multi
      options={lists}
      chosen={ticket.lists.map(({ listId }) => listId)}
      onPick={(id) => void toggleInSet([ticket], "lists", id)}
    />
  );
}

export function LabelsProperty({ ticket }: Of) {
  const { labels: options } = useChoices();
  const labels = useTroupe(useShallow((state) => labelsInOrder(state).filter(({ id }) => ticket.labels.includes(id))));
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Labels`}
      field="labels"
      question="labels"
      keys="Shift+G"
      multi
      options={options}
      chosen={ticket.labels}
      value={labels.map(({ id, name, color }) => <LabelChip key={id} name={name} hue={color} />)}
      onPick={(id) => void toggleInSet([ticket], "labels", id)}
      create={{
        name: "label",
        onCreate: (name) => void changeSet([ticket.id], "labels", { add: [createLabel({ name }).id] }),
      }}
    />
  );
}

const nobody = {
  id: "none",
  get name() {
    return t`No reporter`;
  },
};

export function ReporterProperty({ ticket }: Of) {
  const { assignees } = useChoices();
  return (
    <ChoiceProperty
      ticketId={ticket.id}
      label={t`Reporter`}
      field="reportBy"
      options={assignees}
      chosen={oneOrNone(ticket.reportBy)}
      none={nobody}
      nothing={nobody.name}
      onPick={(id) => void setReporter([ticket.id], id === nobody.id ? null : id)}
    />
  );
}
