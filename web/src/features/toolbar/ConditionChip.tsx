import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState } from "react";
import { readCondition, type ConditionForm } from "@/fields/arrange/condition";
import { writeCondition } from "@/fields/arrange/writeCondition";
import { nameIn, type With } from "@/fields/field";
import { Button } from "@/ui/Button";
import { Input, Select } from "@/ui/Field";
import { Icon } from "@/ui/Icon";
import { Popover } from "@/ui/Popover";
import styles from "./ConditionChip.module.css";
import { conditionOf, daySpans, draftOf, inWords, operatorName, operators, type Draft, type Operator } from "./conditions";
import bar from "./Toolbar.module.css";

interface ConditionChipProps {
  field: With<"filter">;
  form: ConditionForm;
  values: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (values: string[]) => void;
}

/** A filter that compares values, as a chip: its field, its condition, and a button to remove it. */
export function ConditionChip({ field, form, values, open, onOpen, onChange }: ConditionChipProps) {
  const conditions = values.flatMap((word) => readCondition(form, word) ?? []);
  const name = nameIn(field, "filter");
  const said = conditions.map((condition) => inWords(form, condition));
  const operator = said[0]?.operator ?? "";
  const value = said.length > 1 ? t`one of ${said.length} conditions` : (said[0]?.value ?? "…");
  const words = said.length > 1 ? value : `${operator} ${value}`.trim();
  return (
    <span className={bar.chip} role="group" aria-label={t`Filter: ${name}`}>
      <span>
        <Icon of={field.filter.icon} size={14} />
        {name}
      </span>
      <Popover
        name={name}
        open={open}
        onOpenChange={onOpen}
        className={styles.pop}
        trigger={
          <button type="button" className={`${bar.value} ${styles.words}`} aria-label={`${name} ${words}`}>
            {said.length === 1 && <span className={styles.operator}>{operator}</span>}
            {value !== "" && <span className={styles.what} dir="auto">{value}</span>}
          </button>
        }
      >
        <ConditionForm
          name={name}
          form={form}
          before={draftOf(form, conditions[0] ?? null)}
          onTake={(next) => {
            onChange([next]);
            onOpen(false);
          }}
        />
      </Popover>
      <button
        type="button"
        className={bar.remove}
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

interface ConditionFormProps {
  name: string;
  form: ConditionForm;
  before: Draft;
  onTake: (condition: string) => void;
}

/** Asks how a value is compared, and with what. Enter takes the condition. */
function ConditionForm({ name, form, before, onTake }: ConditionFormProps) {
  const [draft, setDraft] = useState(before);
  const [problem, setProblem] = useState<string | null>(null);
  const { operator } = draft;
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const bare = operator === "any" || operator === "none" || operator === "within";
  const input = (key: "first" | "second", label: string) => (
    <Input
      aria-label={label}
      aria-invalid={problem !== null}
      autoComplete="off"
      inputMode={form === "number" ? "decimal" : undefined}
      placeholder={form === "date" ? t`3 Dec, tomorrow, in 2 weeks` : operator === "between" ? label : undefined}
      maxLength={200}
      data-autofocus={key === "first" || undefined}
      value={draft[key]}
      onChange={({ target }) => change({ [key]: target.value })}
    />
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const found = conditionOf(form, draft);
        if ("problem" in found) setProblem(found.problem);
        else onTake(writeCondition(found.condition));
      }}
    >
      <Select aria-label={t`Condition`} value={operator} onChange={({ target }) => change({ operator: target.value as Operator })}>
        {operators[form].map((each) => (
          <option key={each} value={each}>
            {operatorName(form, each)}
          </option>
        ))}
      </Select>
      {operator === "within" && (
        <Select aria-label={name} data-autofocus value={draft.span} onChange={({ target }) => change({ span: target.value })}>
          {daySpans.map((span) => (
            <option key={span.id} value={span.id}>
              {span.name()}
            </option>
          ))}
        </Select>
      )}
      {!bare && input("first", operator === "between" ? t`From` : name)}
      {operator === "between" && input("second", t`To`)}
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button size="sm" type="submit" variant="primary">
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  );
}
