import { t } from "@lingui/core/macro";
import { CircleUser, X } from "lucide-react";
import { useMemo } from "react";
import { nameIn, type With } from "@/fields/field";
import { ME } from "@/fields/options";
import { people } from "@/fields/people";
import { useChoices, useSearch } from "@/fields/useChoices";
import type { Choice } from "@/fields/value";
import type { Placed } from "@/sync/homes";
import { Icon } from "@/ui/Icon";
import { Picker } from "@/ui/Picker";
import { inRow } from "@/words/isolate";
import styles from "./Toolbar.module.css";

interface FilterChipProps {
  field: With<"filter">;
  /** How values of the field are chosen. */
  choice: Choice;
  values: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (values: string[]) => void;
}

/** A filter may name every ticket. */
const anywhere: readonly Placed[] = [];

/** One filter, as a chip: its field, its condition, its values, and a button to remove it. */
export function FilterChip({ field, choice, values, open, onOpen, onChange }: FilterChipProps) {
  const choices = useChoices(choice);
  const searched = useSearch(choice, anywhere, values);
  // A saved view and a link that say "me" mean each of their readers.
  const options = useMemo(() => {
    if (searched) return [...searched.options, ...choices];
    return choice.options === people ? [{ id: ME, name: t`Me`, picture: <Icon of={CircleUser} /> }, ...choices] : choices;
  }, [choice, choices, searched]);
  const chosen = options.filter(({ id }) => values.includes(id));
  const name = nameIn(field, "filter");
  const said = chosen.length === 0 ? "…" : chosen.length > 2 ? t`${chosen.length} values` : inRow(chosen.map((option) => option.name));
  return (
    <span className={styles.chip} role="group" aria-label={t`Filter: ${name}`}>
      <span>
        <Icon of={field.filter.icon} size={14} />
        {name}
      </span>
      <span className={styles.operator}>{values.length > 1 ? t`is any of` : t`is`}</span>
      <Picker
        multi
        name={name}
        open={open}
        onOpenChange={onOpen}
        options={options}
        find={searched?.find}
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
