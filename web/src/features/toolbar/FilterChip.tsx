import { t } from "@lingui/core/macro";
import { CircleDashed, CircleUser, Signal, Tag, X, type LucideIcon } from "lucide-react";
import { useChoices } from "@/actions/choices";
import { filterNames } from "@/actions/arrangeNames";
import { NONE, type FilterKind } from "@/sync/arrange/settings";
import { NoAvatar } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { Picker, type PickerOption } from "@/ui/Picker";
import { inRow } from "@/words/isolate";
import styles from "./Toolbar.module.css";

export const filterIcons: Record<FilterKind, LucideIcon> = { status: CircleDashed, assignees: CircleUser, labels: Tag, priority: Signal };

const nones: Record<FilterKind, PickerOption | null> = {
  status: null,
  assignees: {
    id: NONE,
    get name() {
      return t`No assignee`;
    },
    picture: <NoAvatar size={18} />,
  },
  labels: {
    id: NONE,
    get name() {
      return t`No label`;
    },
  },
  priority: {
    id: NONE,
    get name() {
      return t`No priority`;
    },
  },
};

interface FilterChipProps {
  kind: FilterKind;
  values: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (values: string[]) => void;
}

/** One filter: what it is about, how, which values, and how to be rid of it. */
export function FilterChip({ kind, values, open, onOpen, onChange }: FilterChipProps) {
  const choices = useChoices();
  const none = nones[kind];
  const options = none ? [...choices[kind], none] : choices[kind];
  const chosen = options.filter(({ id }) => values.includes(id));
  const name = filterNames[kind];
  const said = chosen.length === 0 ? "…" : chosen.length > 2 ? t`${chosen.length} values` : inRow(chosen.map((option) => option.name));
  return (
    <span className={styles.chip} role="group" aria-label={t`Filter: ${name}`}>
      <span>
        <Icon of={filterIcons[kind]} size={14} />
        {name}
      </span>
      <span className={styles.operator}>{values.length > 1 ? t`is any of` : t`is`}</span>
      <Picker
        multi
        name={name}
        open={open}
        onOpenChange={onOpen}
        options={options}
        selected={values}
        onPick={(id) => onChange(values.includes(id) ? values.filter((value) => value !== id) : [...values, id])}
        trigger={
          <button type="button" className={styles.value} aria-label={t`${name} is ${said}`}>
            {said}
          </button>
        }
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={t`Remove filter ${name}`}
        onClick={() => {
          onOpen(false);
          onChange([]);
        }}
      >
        <Icon of={X} size={12} />
      </button>
    </span>
  );
}
