import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import type { Capability } from "@/wire/generated";
import { say } from "@/words/i18n";
import { capabilityGroups } from "../roles/capabilityNames";
import { includedBy } from "../roles/roles";
import styles from "./ApiKeys.module.css";
import { namesOf, type Whose } from "./names";
import { capabilitiesOf, choices, presetOf, shown, type Preset } from "./presets";

interface AccessProps {
  /** Whether the key belongs to the person or to the workspace. */
  whose: Whose;
  mine: ReadonlySet<Capability>;
  value: ReadonlySet<Capability>;
  onChange: (value: Set<Capability>) => void;
}

/** What a new key may do: a few presets, and a button that shows each capability. */
export function Access({ whose, mine, value, onChange }: AccessProps) {
  const [open, setOpen] = useState(false);
  const group = useId();
  const all = choices(mine);
  const preset = presetOf([...value], mine);
  const ofPerson = whose === "person";
  const presets: { id: Exclude<Preset, "chosen">; name: string; hint: string }[] = [
    { id: "read", name: t`Read only`, hint: ofPerson ? t`Sees what you see, but can't change anything` : t`Sees all open lists, but can't change anything` },
    { id: "write", name: t`Read and write tasks`, hint: t`Creates and edits tasks, and comments` },
    ofPerson
      ? { id: "all", name: t`Everything you can do`, hint: t`Everything your role allows today` }
      : { id: "all", name: t`Everything you can grant`, hint: t`Everything your role allows today, except managing people, roles, and API keys, restricting lists, and importing` },
  ];
  return (
    <fieldset className={styles.choices}>
      <legend><Trans>What it may do</Trans></legend>
      {presets
        // A person who may do little has no use for two names of the same choice.
        .filter(({ id }) => id === "read" || presetOf([...capabilitiesOf(id, mine)], mine) === id)
        .map(({ id, name, hint }) => (
          <label key={id} className={styles.preset}>
            <input type="radio" name={group} checked={preset === id} onChange={() => onChange(capabilitiesOf(id, mine))} />
            <span>
              {name}
              <small>{hint}</small>
            </span>
          </label>
        ))}
      {preset === "chosen" && (
        <label className={styles.preset}>
          <input type="radio" name={group} checked readOnly />
          <span>
            {t`Your selection`}
            <small>{plural(shown([...value]).length, { one: "# permission", other: "# permissions" })}</small>
          </span>
        </label>
      )}
      {all.length > 0 && (
        <button type="button" className={styles.more} aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon of={open ? ChevronDown : ChevronRight} size={14} />
          <Trans>Choose each permission</Trans>
        </button>
      )}
      {open && (
        <div className={styles.fine}>
          {capabilityGroups.map(({ id, name, capabilities }) => {
            const own = capabilities.filter((each) => all.includes(each));
            if (own.length === 0) return null;
            return (
              <div key={id} role="group" aria-label={say(name)}>
                <p aria-hidden>{say(name)}</p>
                {own.map((each) => (
                  <One key={each} of={each} whose={whose} value={value} onChange={onChange} />
                ))}
              </div>
            );
          })}
        </div>
      )}
    </fieldset>
  );
}

function One({ of: capability, whose, value, onChange }: Omit<AccessProps, "mine"> & { of: Capability }) {
  const id = useId();
  const above = includedBy(capability, value);
  const set = (on: boolean) => {
    const next = new Set(value);
    if (on) next.add(capability);
    else next.delete(capability);
    onChange(next);
  };
  return (
    <span className={styles.one}>
      <Checkbox id={id} checked={value.has(capability) || above !== undefined} disabled={above !== undefined} onChange={set} />
      <label htmlFor={id}>{say(namesOf[whose][capability])}</label>
    </span>
  );
}
