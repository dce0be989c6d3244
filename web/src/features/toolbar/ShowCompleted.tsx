import { t } from "@lingui/core/macro";
import { Checkbox } from "@/ui/Checkbox";
import styles from "./ShowCompleted.module.css";

interface ShowCompletedProps {
  openOnly: boolean;
  onChange: (patch: { openOnly: boolean }) => void;
}

/** The switch of a page that leaves completed tasks out. */
export function ShowCompleted({ openOnly, onChange }: ShowCompletedProps) {
  return (
    <label className={styles.switch}>
      <Checkbox checked={!openOnly} onChange={(shown) => onChange({ openOnly: !shown })} />
      <span>{t`Show completed`}</span>
    </label>
  );
}
