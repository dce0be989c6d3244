import { t } from "@lingui/core/macro";
import { fieldById, type FieldId } from "@/fields/field";
import { pictureOf } from "@/fields/Picture";
import { useFields } from "@/fields/registry";
import { isChoice } from "@/fields/value";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import styles from "./NewTicketDialog.module.css";

interface SuggestionsProps {
  id: string;
  field: FieldId;
  options: readonly { id: string; name: string }[];
  current: number;
  onChoose: (index: number) => void;
}

/** The values that are offered after a mark in the title. */
export function Suggestions({ id, field, options, current, onChoose }: SuggestionsProps) {
  const value = fieldById(useFields(), field)?.value;
  const state = useTroupe();
  const lookOf = (option: string) => (value && isChoice(value) ? pictureOf(value.options.find(state, option)?.look) : null);
  return (
    <ul id={id} className={styles.suggestions} role="listbox" aria-label={t`Suggestions`}>
      {options.map((option, index) => (
        <li
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === current}
          className={cx(styles.suggestion, index === current && styles.current)}
          // The title keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerUp={() => onChoose(index)}
        >
          {lookOf(option.id)}
          <bdi>{option.name}</bdi>
        </li>
      ))}
    </ul>
  );
}
