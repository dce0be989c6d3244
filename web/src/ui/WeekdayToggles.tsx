import { monthGrid, weekdayLong, weekdayNames } from "@/lib/plainDate";
import styles from "./WeekdayToggles.module.css";

interface WeekdayTogglesProps {
  /** The name of the group of buttons, for screen readers. */
  name: string;
  /** True if a day is chosen; 0 is Monday. */
  isChosen: (day: number) => boolean;
  onToggle: (day: number) => void;
  disabled?: boolean;
}

const monday = "2026-06-01";

/** The seven days of the week, Monday first, each of which is chosen or not. */
export function WeekdayToggles({ name, isChosen, onToggle, disabled = false }: WeekdayTogglesProps) {
  return (
    <div className={styles.days} role="group" aria-label={name}>
      {weekdayNames().map((short, day) => (
        <button key={short} type="button" disabled={disabled} aria-pressed={isChosen(day)} aria-label={weekdayLong(monthGrid(monday)[0]?.[day] ?? monday)} className={styles.day} onClick={() => onToggle(day)}>
          {short.slice(0, 2)}
        </button>
      ))}
    </div>
  );
}
