import type { With } from "@/fields/field";
import { pictureOf } from "@/fields/Picture";
import { useFields } from "@/fields/registry";
import { useFitting, useOffered, useSearch } from "@/fields/useChoices";
import { keyboardOf } from "@/fields/keyboard";
import { isChoice, type Choice, type EntryValue } from "@/fields/value";
import { formatDate } from "@/lib/plainDate";
import type { Placed } from "@/sync/homes";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DatePicker } from "@/ui/DatePicker";
import { EntryPicker } from "@/ui/EntryPicker";
import { Picker } from "@/ui/Picker";
import { chipsOf, type Chip } from "./chips";
import { chosenIn, offeredFields, placeOfDraft, type Draft } from "./draft";
import styles from "./NewTicketDialog.module.css";

interface PropertiesProps {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
  /** A field that is not shown. */
  without?: string;
  /** The values that chips show. They are not shown twice. */
  chips?: readonly Chip[];
}

const noChips: readonly Chip[] = [];

const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);

/** The values that a new ticket can have. A field without a value shows its name. A field whose only value is a chip is left out. */
export function Properties({ draft, onChange, without, chips = noChips }: PropertiesProps) {
  const fields = offeredFields(draft, useFields()).filter((field) => field.id !== without && (field.value.kind === "many" || chipsOf(chips, field).length === 0));
  const place = placeOfDraft(draft);
  return (
    <div className={styles.props}>
      {fields.map((field) => {
        const { id, value } = field;
        const shared = { field, place, chosen: chosenIn(draft, field), onChoose: (ids: string[]) => onChange({ values: { ...draft.values, [id]: ids } }) };
        if (isChoice(value)) return <Options key={id} {...shared} value={value} elsewhere={chipsOf(chips, field)} />;
        if (value.kind === "entry") return <Entry key={id} {...shared} value={value} />;
        return value.kind === "date" ? <Day key={id} {...shared} /> : null;
      })}
    </div>
  );
}

interface PropertyProps {
  field: With<"draft">;
  place: Placed;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** `elsewhere`: the chosen values that the button does not show. */
function Options({ field, value, place, chosen, onChoose, elsewhere }: PropertyProps & { value: Choice; elsewhere: readonly string[] }) {
  const offered = useOffered(value);
  const fitting = useFitting(value, offered, [place], chosen);
  const given = useTroupe((state) => field.draft.given?.(state));
  const selected = chosen.length === 0 && given !== undefined ? [given] : chosen;
  const searched = useSearch(value, [place], selected);
  const [first, ...others] = (searched?.options ?? offered).filter(({ id }) => selected.includes(id) && !elsewhere.includes(id));
  const multi = value.kind === "many";
  const name = field.name();
  const { icon, look, nothing } = field.draft;
  const pick = (id: string) => {
    // Some options exclude others: a restricted list excludes all other lists, and a label the other labels of a set with one choice.
    if (value.kind === "many" && value.loses && !chosen.includes(id)) {
      const left = value.loses(useTroupe.getState(), chosen, id);
      return onChoose([...chosen.filter((one) => !left.includes(one)), id]);
    }
    // Choosing the present value again removes it, if the field may be empty.
    if (multi || value.none) onChoose(multi ? toggled(chosen, id) : chosen.includes(id) ? [] : [id]);
    else onChoose([id]);
  };
  return (
    <Picker
      multi={multi}
      name={name}
      options={fitting}
      {...searched}
      selected={selected}
      onPick={pick}
      trigger={
        first ? (
          <Button aria-label={name}>
            {first.picture}
            <span>
              <bdi>{first.name}</bdi>
              {others.length > 0 && ` +${others.length}`}
            </span>
          </Button>
        ) : (
          <Button aria-label={name} {...(icon && { icon })}>
            {pictureOf(look)}
            <span>{elsewhere.length > 0 ? name : nothing()}</span>
          </Button>
        )
      }
    />
  );
}

function Entry({ field, value, chosen, onChoose }: PropertyProps & { value: EntryValue }) {
  const [text = null] = chosen;
  const name = field.name();
  const { icon, nothing } = field.draft;
  return (
    <EntryPicker
      name={name}
      value={text}
      objection={value.objection}
      keyboard={keyboardOf(value)}
      onChange={(next) => onChoose(next === null ? [] : [next])}
      trigger={
        <Button aria-label={name} {...(icon && { icon })}>
          <span dir="auto">{text ?? nothing()}</span>
        </Button>
      }
    />
  );
}

function Day({ field, chosen, onChoose }: PropertyProps) {
  const [date = null] = chosen;
  const name = field.name();
  const { icon, nothing } = field.draft;
  return (
    <DatePicker
      name={name}
      value={date}
      onChange={(next) => onChoose(next === null ? [] : [next])}
      trigger={
        <Button aria-label={name} {...(icon && { icon })}>
          {date === null ? nothing() : formatDate(date)}
        </Button>
      }
    />
  );
}
