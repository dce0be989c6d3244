import { useChoices } from "@/actions/choices";
import { createLabel } from "@/actions/config";
import { changeSet, setPriority, setReporter, setStatus, toggleInSet } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { LabelChip } from "@/ui/Label";
import { Picker, type PickerOption } from "@/ui/Picker";
import { priorities } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import { Nothing, Property, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface Of {
  ticket: Ticket;
}

const named = (label: string, chosen: readonly PickerOption[]) =>
  `${label}: ${chosen.map(({ name }) => name).join(", ") || "none"}`;
const Face = ({ option }: { option: PickerOption }) => (
  <span className={styles.item}>
    {option.picture}
    <span className={styles.text}>{option.name}</span>
  </span>
);

export function StatusProperty({ ticket }: Of) {
  const { status } = useChoices();
  const picker = usePropertyPicker(ticket.id, "statusId", "status");
  const chosen = status.filter(({ id }) => id === ticket.statusId);
  return (
    <Property label="Status" ticketId={ticket.id} field="statusId">
      <Picker
        {...picker}
        name="Status"
        keys="S"
        options={status}
        selected={[ticket.statusId]}
        onPick={(id) => void setStatus([ticket.id], id)}
        trigger={<Value name={named("Status", chosen)}>{chosen.map((one) => <Face key={one.id} option={one} />)}</Value>}
      />
    </Property>
  );
}

export function AssigneesProperty({ ticket }: Of) {
  const { assignees } = useChoices();
  const picker = usePropertyPicker(ticket.id, "assigneesIds", "assignees");
  const chosen = assignees.filter(({ id }) => ticket.assigneesIds.includes(id));
  return (
    <Property label="Assignees" ticketId={ticket.id} field="assigneesIds">
      <Picker
        {...picker}
        multi
        name="Assignees"
        keys="A"
        options={assignees}
        selected={ticket.assigneesIds}
        onPick={(id) => void toggleInSet([ticket], "assigneesIds", id)}
        trigger={
          <Value name={named("Assignees", chosen)}>
            {chosen.length === 0 && <Nothing>Nobody</Nothing>}
            {chosen.map((one) => <Face key={one.id} option={one} />)}
          </Value>
        }
      />
    </Property>
  );
}

export function PriorityProperty({ ticket }: Of) {
  const { priority } = useChoices();
  const picker = usePropertyPicker(ticket.id, "priority", "priority");
  const chosen = priority.filter(({ id }) => id === ticket.priority);
  const options = [...priority, { id: "none", name: "No priority" }];
  return (
    <Property label="Priority" ticketId={ticket.id} field="priority">
      <Picker
        {...picker}
        name="Priority"
        keys="P"
        options={options}
        selected={[ticket.priority ?? "none"]}
        onPick={(id) => void setPriority([ticket.id], priorities.find((one) => one === id) ?? null)}
        trigger={
          <Value name={named("Priority", chosen)}>
            {chosen.length === 0 ? <Nothing /> : chosen.map((one) => <Face key={one.id} option={one} />)}
          </Value>
        }
      />
    </Property>
  );
}

export function ListsProperty({ ticket }: Of) {
  const { lists } = useChoices();
  const picker = usePropertyPicker(ticket.id, "lists", "lists");
  const ids = ticket.lists.map(({ listId }) => listId);
  const chosen = lists.filter(({ id }) => ids.includes(id));
  return (
    <Property label="Lists" ticketId={ticket.id} field="lists">
      <Picker
        {...picker}
        multi
        name="Lists"
        keys="Shift+M"
        options={lists}
        selected={ids}
        onPick={(id) => void toggleInSet([ticket], "lists", id)}
        trigger={
          <Value name={named("Lists", chosen)}>
            {chosen.length === 0 && <Nothing />}
            {chosen.map((one) => <Face key={one.id} option={one} />)}
          </Value>
        }
      />
    </Property>
  );
}

export function LabelsProperty({ ticket }: Of) {
  const { labels: options } = useChoices();
  const labels = useTroupe((state) => state.labels);
  const picker = usePropertyPicker(ticket.id, "labels", "labels");
  const chosen = options.filter(({ id }) => ticket.labels.includes(id));
  return (
    <Property label="Labels" ticketId={ticket.id} field="labels">
      <Picker
        {...picker}
        multi
        name="Labels"
        keys="Shift+G"
        options={options}
        selected={ticket.labels}
        onPick={(id) => void toggleInSet([ticket], "labels", id)}
        create={{
          name: "label",
          onCreate: (name) => void changeSet([ticket.id], "labels", { add: [createLabel({ name }).id] }),
        }}
        trigger={
          <Value name={named("Labels", chosen)}>
            {chosen.length === 0 && <Nothing />}
            {chosen.map(({ id, name }) => <LabelChip key={id} name={name} hue={labels[id]?.color ?? "grey"} />)}
          </Value>
        }
      />
    </Property>
  );
}

export function ReporterProperty({ ticket }: Of) {
  const { assignees } = useChoices();
  const picker = usePropertyPicker(ticket.id, "reportBy");
  const chosen = assignees.filter(({ id }) => id === ticket.reportBy);
  return (
    <Property label="Reporter" ticketId={ticket.id} field="reportBy">
      <Picker
        {...picker}
        name="Reporter"
        options={[...assignees, { id: "none", name: "Nobody" }]}
        selected={[ticket.reportBy ?? "none"]}
        onPick={(id) => void setReporter([ticket.id], id === "none" ? null : id)}
        trigger={
          <Value name={named("Reporter", chosen)}>
            {chosen.length === 0 ? <Nothing>Nobody</Nothing> : chosen.map((one) => <Face key={one.id} option={one} />)}
          </Value>
        }
      />
    </Property>
  );
}
