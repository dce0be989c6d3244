import { msg, t } from "@lingui/core/macro";
import { Select } from "@/ui/Field";
import { say } from "@/words/i18n";
import styles from "./Settings.module.css";

/** The states of people on this page. People who are invited by email have no account here yet. */
export const states = {
  all: msg`All states`,
  active: msg`Active`,
  invited: msg`Invited`,
  imported: msg`From imports`,
  deactivated: msg`Deactivated`,
};
export type ShownState = keyof typeof states;

/** Chooses whom the page shows. */
export function StateFilter({ value, onChange }: { value: ShownState; onChange: (state: ShownState) => void }) {
  return (
    <span className={styles.states}>
      <Select aria-label={t`State`} value={value} onChange={({ target }) => onChange(target.value as ShownState)}>
        {(Object.keys(states) as ShownState[]).map((state) => (
          <option key={state} value={state}>
            {say(states[state])}
          </option>
        ))}
      </Select>
    </span>
  );
}
