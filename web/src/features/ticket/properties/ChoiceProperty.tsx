import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { Question } from "@/actions/ask";
import { Picker, type PickerOption, type PickerProps } from "@/ui/Picker";
import { inRow } from "@/words/isolate";
import { Nothing, Property, Value } from "./Property";
import styles from "./Properties.module.css";
import { usePropertyPicker } from "./usePropertyPicker";

interface ChoicePropertyProps extends Pick<PickerProps, "keys" | "options" | "multi" | "create" | "onPick"> {
  ticketId: string;
  label: string;
  /** The ticket's field, as presence and pending marks name it. */
  field: string;
  /** What a key or a menu asks to have this answered. */
  question?: Question;
  chosen: readonly string[];
  /** The way to have none, after the options; a field of many values needs no such way. */
  none?: PickerOption;
  /** What stands where nothing is chosen. */
  nothing?: string;
  /** The values that hold, where their pictures and names would not do. */
  value?: ReactNode;
}

/** A value that is one, or several, of those that there are: shown, and chosen in a picker. */
export function ChoiceProperty(props: ChoicePropertyProps) {
  const { ticketId, label, field, question = null, chosen, none, nothing, value, options, keys, multi, create, onPick } = props;
  const picker = usePropertyPicker(ticketId, field, question);
  const shown = options.filter(({ id }) => chosen.includes(id));
  return (
    <Property label={label} ticketId={ticketId} field={field}>
      <Picker
        {...picker}
        name={label}
        keys={keys}
        multi={multi}
        create={create}
        options={none ? [...options, none] : options}
        selected={none && chosen.length === 0 ? [none.id] : chosen}
        onPick={onPick}
        trigger={
          <Value name={shown.length === 0 ? t`${label}: none` : `${label}: ${inRow(shown.map(({ name }) => name))}`}>
            {shown.length === 0 ? <Nothing>{nothing}</Nothing> : (value ?? shown.map(face))}
          </Value>
        }
      />
    </Property>
  );
}

const face = ({ id, name, picture }: PickerOption) => (
  <span key={id} className={styles.item}>
    {picture}
    <span className={styles.text} dir="auto">{name}</span>
  </span>
);
