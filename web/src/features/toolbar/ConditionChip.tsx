import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { readCondition, type ConditionForm } from "@/fields/arrange/condition";
import { writeCondition } from "@/fields/arrange/writeCondition";
import { nameIn } from "@/fields/field";
import type { Chip } from "@/fields/filter/filterLanguage";
import { Button } from "@/ui/Button";
import { Input, Select } from "@/ui/Field";
import { Popover } from "@/ui/Popover";
import { ChipFrame, useParts, ValueButton, type Frame } from "./ChipFrame";
import { draftIn } from "./chipMoves";
import styles from "./ConditionChip.module.css";
import { conditionOf, daySpans, inWords, isBare, joinedBy, operatorName, operators, type Draft, type Operator } from "./conditions";

interface ConditionChipProps extends Frame {
  chip: Chip;
  form: ConditionForm;
  /** What the person has begun to change, and what still needs a value; null if there is nothing. */
  draft: Draft | null;
  onOperator: (operator: Operator) => void;
  onTake: (part: Pick<Chip, "joined" | "words">) => void;
}

/** A filter that compares values, as a chip. */
export function ConditionChip({ chip, form, draft, open, onOpen, focused, onOperator, onTake, ...frame }: ConditionChipProps) {
  const conditions = chip.words.flatMap((word) => readCondition(form, word) ?? []);
  const before = draft ?? draftIn(form, chip);
  const [only] = conditions;
  const words = only && draft === null ? inWords(form, only, chip.joined) : { operator: operatorName(form, before.operator), value: "…" };
  const several = conditions.length > 1 ? t`one of ${conditions.length} conditions` : null;
  const [said, value] = several === null ? [words.operator, words.value] : [t`is`, several];
  const name = nameIn(frame.field, "filter");
  const whole = useRef<HTMLSpanElement>(null);
  const parts = useParts(whole, { open, onOpen, focused });
  return (
    <ChipFrame
      {...frame}
      whole={whole}
      parts={parts}
      operators={operators[form].map((id) => ({ id, name: operatorName(form, id) }))}
      operator={several === null ? before.operator : ""}
      said={said}
      onOperator={(id) => onOperator(id as Operator)}
    >
      <Popover
        {...parts.value}
        name={name}
        anchor={whole}
        className={styles.pop}
        trigger={value === "" ? undefined : <ValueButton value={value} aria-label={`${name} ${said} ${value}`} />}
      >
        <ConditionForm name={name} form={form} before={before} onTake={onTake} />
      </Popover>
    </ChipFrame>
  );
}

interface ConditionFormProps {
  name: string;
  form: ConditionForm;
  before: Draft;
  onTake: (part: Pick<Chip, "joined" | "words">) => void;
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
  const bare = isBare(operator) || operator === "within";
  const countsDays = operator === "last" || operator === "next";
  const input = (key: "first" | "second", label: string) => (
    <Input
      aria-label={label}
      aria-invalid={problem !== null}
      autoComplete="off"
      inputMode={countsDays ? "numeric" : form === "number" ? "decimal" : undefined}
      placeholder={countsDays ? label : form === "date" ? t`3 Dec, tomorrow, in 2 weeks` : operator === "between" ? label : undefined}
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
        else onTake({ joined: joinedBy(operator), words: [writeCondition(found.condition)] });
      }}
    >
      <Select aria-label={t`Operator`} value={operator} onChange={({ target }) => change({ operator: target.value as Operator })}>
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
      {!bare && input("first", operator === "between" ? t`From` : countsDays ? t`Number of days` : name)}
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
