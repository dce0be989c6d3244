import { t } from "@lingui/core/macro";
import { CalendarClock, X } from "lucide-react";
import { fieldById, type Field } from "@/fields/field";
import { pictureOf } from "@/fields/Picture";
import { isChoice } from "@/fields/value";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import type { Chip } from "./chips";
import styles from "./NewTicketDialog.module.css";

interface TitleChipsProps {
  chips: readonly Chip[];
  fields: readonly Field[];
  /** Removes the value together with its text. */
  onRemove: (chip: Chip) => void;
  /** Turns the chip back into text. */
  onText: (chip: Chip) => void;
}

/** The values that were typed in the title. A click removes one; Backspace turns it back into text. */
export function TitleChips({ chips, fields, onRemove, onText }: TitleChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={t`Values from the title`}>
      {chips.map((chip) => (
        <li key={`${chip.field} ${chip.value}`}>
          <OneChip chip={chip} field={fieldById(fields, chip.field)} onRemove={() => onRemove(chip)} onText={() => onText(chip)} />
        </li>
      ))}
    </ul>
  );
}

function OneChip({ chip, field, onRemove, onText }: { chip: Chip; field: Field | undefined; onRemove: () => void; onText: () => void }) {
  const value = field?.value;
  const option = useTroupe((state) => (value && isChoice(value) ? value.options.find(state, chip.value) : undefined));
  const name = value?.kind === "date" ? formatDate(chip.value) : (option?.name ?? chip.text);
  const called = field ? `${field.name()}: ${name}` : name;
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={t`Remove ${called}`}
      onClick={onRemove}
      onKeyDown={(event) => {
        if (event.key !== "Backspace" && event.key !== "Delete") return;
        event.preventDefault();
        if (event.key === "Delete") onRemove();
        else onText();
      }}
    >
      {option ? pictureOf(option.look) : <Icon of={CalendarClock} size={14} />}
      <bdi>{name}</bdi>
      <Icon of={X} size={12} />
    </button>
  );
}
