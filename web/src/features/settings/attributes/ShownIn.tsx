import { plural, t } from "@lingui/core/macro";
import { useShallow } from "zustand/react/shallow";
import { lists as listsField } from "@/fields/lists";
import { useOffered } from "@/fields/useChoices";
import { useTroupe } from "@/sync/store";
import { Button } from "@/ui/Button";
import { Field, Select } from "@/ui/Field";
import { Picker } from "@/ui/Picker";
import styles from "./Attributes.module.css";
import { mayOffer, picked } from "./lists";

interface ShownInProps {
  /** The chosen lists; null for all. */
  value: readonly string[] | null;
  problem: string | null;
  onChange: (listIds: string[] | null) => void;
}

/** Asks whether the tasks of all lists have an attribute, or the tasks of some lists. */
export function ShownIn({ value, problem, onChange }: ShownInProps) {
  return (
    <div className={styles.draft}>
      <Field label={t`Shown in`} hint={value === null ? undefined : t`Tasks in other lists keep their values, but the values are hidden. An attribute of a restricted list can't belong to other lists.`} error={problem}>
        {(tied) => (
          <Select {...tied} value={value === null ? "all" : "some"} onChange={({ target }) => onChange(target.value === "all" ? null : [])}>
            <option value="all">{t`All lists`}</option>
            <option value="some">{t`Some lists`}</option>
          </Select>
        )}
      </Field>
      {value !== null && <Lists value={value} onChange={onChange} />}
    </div>
  );
}

function Lists({ value, onChange }: { value: readonly string[]; onChange: (listIds: string[]) => void }) {
  const offered = useOffered(listsField.value);
  const options = useTroupe(useShallow((state) => offered.filter(({ id }) => value.includes(id) || mayOffer(state, id))));
  const [first, ...others] = options.filter(({ id }) => value.includes(id));
  const name = t`Lists of the attribute`;
  return (
    <Picker
      multi
      name={name}
      options={options}
      selected={value}
      onPick={(id) => onChange(picked(useTroupe.getState(), value, id))}
      trigger={
        <Button className={styles.more} aria-label={first ? `${name}: ${plural(value.length, { one: "# list", other: "# lists" })}` : name}>
          {first?.picture}
          <span>
            {first ? <bdi>{first.name}</bdi> : t`Choose lists`}
            {others.length > 0 && ` +${others.length}`}
          </span>
        </Button>
      }
    />
  );
}
