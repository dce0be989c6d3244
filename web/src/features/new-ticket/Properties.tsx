import { withPart, type With } from "@/fields/field";
import { pictureOf } from "@/fields/Picture";
import { useFields } from "@/fields/registry";
import { useOffered } from "@/fields/useOptions";
import { isChoice, type Choice } from "@/fields/value";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { DatePicker } from "@/ui/DatePicker";
import { Picker } from "@/ui/Picker";
import { chosenIn, type Draft } from "./draft";
import styles from "./NewTicketDialog.module.css";

interface PropertiesProps {
  draft: Draft;
  onChange: (patch: Partial<Draft>) => void;
}

const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);

/** The values that a new ticket can have. A value that is not set shows its name. */
export function Properties({ draft, onChange }: PropertiesProps) {
  const fields = withPart(useFields(), "draft").filter((field) => !(draft.private && field.draft.shared));
  return (
    <div className={styles.props}>
      {fields.map((field) => {
        const { id, value } = field;
        const shared = { field, chosen: chosenIn(draft, field), onChoose: (ids: string[]) => onChange({ values: { ...draft.values, [id]: ids } }) };
        if (isChoice(value)) return <Options key={id} {...shared} value={value} />;
        return value.kind === "date" ? <Day key={id} {...shared} /> : null;
      })}
    </div>
  );
}

interface PropertyProps {
  field: With<"draft">;
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

function Options({ field, value, chosen, onChoose }: PropertyProps & { value: Choice }) {
  const offered = useOffered(value);
  const given = useTroupe((state) => field.draft.given?.(state));
  const selected = chosen.length === 0 && given !== undefined ? [given] : chosen;
  const [first, ...others] = offered.filter(({ id }) => selected.includes(id));
  const multi = value.kind === "many";
  const name = field.name();
  const { icon, look, nothing } = field.draft;
  const pick = (id: string) => {
    // Choosing the present value again removes it, if the field may be empty.
    if (multi || value.none) onChoose(multi ? toggled(chosen, id) : chosen.includes(id) ? [] : [id]);
    else onChoose([id]);
  };
  return (
    <Picker
      multi={multi}
      name={name}
      options={offered}
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
            <span>{nothing()}</span>
          </Button>
        )
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
