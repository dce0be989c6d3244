import { t } from "@lingui/core/macro";
import { useId } from "react";
import { fieldById } from "@/fields/field";
import type { Option } from "@/fields/options";
import { people } from "@/fields/people";
import { plainFieldsOf } from "@/fields/registry";
import { offeredIn } from "@/fields/useChoices";
import { isChoice } from "@/fields/value";
import { formatDateLong } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { oneOfSingleSets } from "@/sync/kinds/ticket/labelled";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Field, Select, TextField } from "@/ui/Field";
import { Picker } from "@/ui/Picker";
import type { Attribute, AttributeType } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import styles from "./Attributes.module.css";
import { optionIdsIn } from "./defaults";

interface DefaultValueProps {
  /** Null while the attribute is not created: it has no options yet. */
  of: Attribute | null;
  type: AttributeType;
  /** As `typedDefault` gives it. */
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

/** Asks for the value that new tasks get. */
export function DefaultValue({ of: attribute, type, value, problem, onChange }: DefaultValueProps) {
  if (type === "checkbox") return <Ticked value={value} onChange={onChange} />;
  if (attribute !== null && (type === "singleSelect" || type === "multiSelect"))
    return <Chosen of={attribute} several={type === "multiSelect"} value={value} onChange={onChange} />;
  if (type === "users") return <Persons value={value} onChange={onChange} />;
  const date = type === "date" ? readDate(value) : null;
  return (
    <TextField
      label={t`Default for new tasks`}
      placeholder={t`None`}
      hint={date === null ? undefined : formatDateLong(date)}
      inputMode={type === "number" ? "decimal" : undefined}
      error={problem}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

type Shared = Pick<DefaultValueProps, "value" | "onChange">;

function Ticked({ value, onChange }: Shared) {
  const id = useId();
  return (
    <div className={styles.check}>
      <Checkbox id={id} checked={value === "true"} onChange={(checked) => onChange(checked ? "true" : "")} />
      <label htmlFor={id}>{t`Ticked in new tasks`}</label>
    </div>
  );
}

const noOptions: readonly Option[] = [];

function Chosen({ of: attribute, several, value, onChange }: Shared & { of: Attribute; several: boolean }) {
  const options = useTroupe((state) => {
    const choice = fieldById(plainFieldsOf(state), attribute.id)?.value;
    return choice && isChoice(choice) ? choice.options.all(state) : noOptions;
  });
  const ids = optionIdsIn(value);
  const titleId = useId();
  if (!several)
    return (
      <Field label={t`Default for new tasks`}>
        {(tied) => (
          <Select {...tied} value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{t`None`}</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  return (
    <div className={styles.draft} role="group" aria-labelledby={titleId}>
      <span id={titleId} className={styles.label}>{t`Default for new tasks`}</span>
      <div className={styles.checks}>
        {options.map(({ id, name }) => (
          <span key={id} className={styles.check}>
            <Checkbox
              id={`${titleId}${id}`}
              checked={ids.includes(id)}
              onChange={(checked) => onChange((checked ? withOne(attribute, ids, id) : ids.filter((other) => other !== id)).join(" "))}
            />
            <label htmlFor={`${titleId}${id}`}>{name}</label>
          </span>
        ))}
      </div>
    </div>
  );
}

/** The chosen options with one more. In a label set with one choice, it replaces the other label. */
const withOne = ({ labelSets }: Attribute, ids: readonly string[], id: string): string[] => oneOfSingleSets(labelSets ?? [], [...ids, id], [id]);

function Persons({ value, onChange }: Shared) {
  const options = useTroupe((state) => offeredIn(people, state));
  const ids = optionIdsIn(value);
  const named = options.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const label = t`Default for new tasks`;
  return (
    <Field label={label}>
      {(tied) => (
        <Picker
          multi
          name={label}
          options={options}
          selected={ids}
          onPick={(id) => onChange((ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]).join(" "))}
          trigger={<Button {...tied}>{named.length === 0 ? t`Nobody` : inRow(named)}</Button>}
        />
      )}
    </Field>
  );
}
