import { t } from "@lingui/core/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { cx } from "@/lib/cx";
import {
  addDays,
  addMonths,
  formatDateLong,
  formatMonth,
  monthGrid,
  startOfWeek,
  today as todayIs,
  weekdayNames,
  type PlainDate,
} from "@/lib/plainDate";
import { keyInOrder } from "@/lib/direction";
import { useFirstDay } from "@/lib/weekStart";
import styles from "./DatePicker.module.css";
import { IconButton } from "./IconButton";

export interface CalendarProps {
  value: PlainDate | null;
  onPick: (date: PlainDate) => void;
  /** Earlier days cannot be chosen. */
  min?: PlainDate | undefined;
  max?: PlainDate | undefined;
}

/** The day that a key leads to; null for keys without a meaning here. Weeks begin on `first`; 0 is Monday. */
export function dayByKey(key: string, from: PlainDate, first = 0): PlainDate | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(from, -1);
    case "ArrowRight":
      return addDays(from, 1);
    case "ArrowUp":
      return addDays(from, -7);
    case "ArrowDown":
      return addDays(from, 7);
    case "Home":
      return startOfWeek(from, first);
    case "End":
      return addDays(startOfWeek(from, first), 6);
    case "PageUp":
      return addMonths(from, -1);
    case "PageDown":
      return addMonths(from, 1);
    default:
      return null;
  }
}

/** A month of days: one tab stop, arrows move, Enter chooses. */
export function Calendar({ value, onPick, min, max }: CalendarProps) {
  const [active, setActive] = useState<PlainDate>(value ?? todayIs());
  const first = useFirstDay((week) => week.first);
  const grid = useRef<HTMLTableElement>(null);
  // Focus follows the arrow keys, not the two buttons above.
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moved.current = false;
  });

  const move = (event: KeyboardEvent) => {
    const next = dayByKey(keyInOrder(event.key), active, first);
    if (next === null) return;
    event.preventDefault();
    moved.current = true;
    setActive(next);
  };
  const outOfRange = (date: PlainDate) =>
    (min !== undefined && date < min) || (max !== undefined && date > max) || date < "1900-01-01" || date > "2999-12-31";

  return (
    <div>
      <div className={styles.head}>
        <h3 aria-live="polite">{formatMonth(active)}</h3>
        <IconButton icon={ChevronLeft} name={t`Previous month`} onClick={() => setActive(addMonths(active, -1))} />
        <IconButton icon={ChevronRight} name={t`Next month`} onClick={() => setActive(addMonths(active, 1))} />
      </div>
      <table ref={grid} role="grid" className={styles.grid} aria-label={formatMonth(active)} onKeyDown={move}>
        <thead>
          <tr>
            {weekdayNames(first).map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(active, first).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value}>
                  <button
                    type="button"
                    className={cx(
                      styles.day,
                      date.slice(0, 7) !== active.slice(0, 7) && styles.outside,
                      date === todayIs() && styles.today,
                      date === value && styles.chosen,
                    )}
                    tabIndex={date === active ? 0 : -1}
                    data-autofocus={date === active || undefined}
                    disabled={outOfRange(date)}
                    aria-label={formatDateLong(date)}
                    {...(date === todayIs() && { "aria-current": "date" as const })}
                    onClick={() => onPick(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
