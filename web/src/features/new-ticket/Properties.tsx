import { t } from "@lingui/core/macro";
import { Calendar, CircleUser, Tag } from "lucide-react";
import { assignees } from "@/fields/assignees";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { priority } from "@/fields/priority";
import { status as statusField } from "@/fields/status";
import { useOffered } from "@/fields/useOptions";
import { formatDate } from "@/lib/plainDate";
import { statusesInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DatePicker } from "@/ui/DatePicker";
import { Picker, type PickerOption } from "@/ui/Picker";
import { PriorityIcon } from "@/ui/PriorityIcon";
import { priorities, priorityNames } from "@/ui/vocabulary";
import type { Draft } from "./draft";
import styles from "./NewTicketDialog.module.css";

interface PropertiesProps {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
}

const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);

/** The values of a ticket that can be given at once; each shows its name until it has a value. */
export function Properties({ draft, onChange }: PropertiesProps) {
  const options = {
    status: useOffered(statusField.value),
    lists: useOffered(lists.value),
    assignees: useOffered(assignees.value),
    labels: useOffered(labels.value),
    priority: useOffered(priority.value),
  };
  // The node gives a new ticket the first of the category byDefault.
  const firstStatus = useTroupe((state) => statusesInOrder(state).find(({ category }) => category === "byDefault")?.id);
  const status = options.status.find(({ id }) => id === (draft.statusId ?? firstStatus));
  const chosen = (of: readonly PickerOption[], ids: readonly string[]) => of.filter(({ id }) => ids.includes(id));
  const many = (field: "listIds" | "assigneesIds" | "labels", name: string, of: readonly PickerOption[], empty: PickerOption) => {
    const [first, ...others] = chosen(of, draft[field]);
    const shown = first ?? empty;
    return (
      <Picker
        multi
        name={name}
        options={of}
        selected={draft[field]}
        onPick={(id) => onChange({ [field]: toggled(draft[field], id) })}
        trigger={
          <Button aria-label={name}>
            {shown.picture}
            <span>
              <bdi>{shown.name}</bdi>
              {others.length > 0 && ` +${others.length}`}
            </span>
          </Button>
        }
      />
    );
  };
  return (
    <div className={styles.props}>
      <Picker
        name={t`Status`}
        options={options.status}
        selected={status ? [status.id] : []}
        onPick={(id) => onChange({ statusId: id })}
        trigger={
          <Button aria-label={t`Status`}>
            {status?.picture}
            <span dir="auto">{status?.name}</span>
          </Button>
        }
      />
      {many("listIds", t`Lists`, options.lists, { id: "", name: t`No list` })}
      {!draft.private &&
        many("assigneesIds", t`Assignees`, options.assignees, { id: "", name: t`Assign`, picture: <CircleUser size={16} /> })}
      <Picker
        name={t`Priority`}
        options={options.priority}
        selected={draft.priority === null ? [] : [draft.priority]}
        onPick={(id) => onChange({ priority: priorities.find((one) => one === id && one !== draft.priority) ?? null })}
        trigger={
          <Button aria-label={t`Priority`}>
            <PriorityIcon priority={draft.priority ?? "year"} />
            {draft.priority === null ? t`Priority` : priorityNames[draft.priority]}
          </Button>
        }
      />
      {many("labels", t`Labels`, options.labels, { id: "", name: t`Labels`, picture: <Tag size={16} /> })}
      <DatePicker
        name={t`Due date`}
        value={draft.dueDate}
        min={draft.startDate ?? undefined}
        onChange={(dueDate) => onChange({ dueDate })}
        trigger={
          <Button icon={Calendar} aria-label={t`Due date`}>
            {draft.dueDate === null ? t`Due date` : formatDate(draft.dueDate)}
          </Button>
        }
      />
    </div>
  );
}
