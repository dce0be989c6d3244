import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId } from "react";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { TextField } from "@/ui/Field";
import { Picker } from "@/ui/Picker";
import styles from "./Attributes.module.css";
import type { NewSet } from "./newLabelSet";
import { useLabelChoices } from "./useLabelChoices";

interface NewLabelSetProps {
  value: NewSet;
  problem: string | null;
  onChange: (value: NewSet) => void;
}

/** Asks for the first label set of a new attribute. More sets are added in the list of attributes. */
export function NewLabelSet({ value, problem, onChange }: NewLabelSetProps) {
  const singleId = useId();
  const { labelsOrder } = value;
  const choices = useLabelChoices([], (id) => onChange({ ...value, labelsOrder: [...labelsOrder, id] }));
  const toggle = (id: string) => onChange({ ...value, labelsOrder: labelsOrder.includes(id) ? labelsOrder.filter((other) => other !== id) : [...labelsOrder, id] });
  const count = plural(labelsOrder.length, { one: "# label", other: "# labels" });
  return (
    <div className={styles.draft}>
      <TextField
        label={t`First label set`}
        placeholder={t`Priority, Area, Customer…`}
        hint={t`You can add more sets later.`}
        maxLength={100}
        value={value.name}
        error={problem}
        onChange={({ target }) => onChange({ ...value, name: target.value })}
      />
      <Picker
        multi
        name={t`Labels of the set`}
        {...choices}
        selected={labelsOrder}
        onPick={toggle}
        trigger={<Button className={styles.more}>{labelsOrder.length === 0 ? t`Choose labels` : count}</Button>}
      />
      <div className={styles.check}>
        <Checkbox id={singleId} checked={value.single} onChange={(single) => onChange({ ...value, single })} />
        <label htmlFor={singleId}><Trans>One label per task</Trans></label>
      </div>
    </div>
  );
}
