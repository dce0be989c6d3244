import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import { useNewTitle } from "@/actions/useNewTitle";
import type { PlainDate } from "@/lib/plainDate";
import { useCalendar } from "./context";
import styles from "./Month.module.css";
import { datesOf } from "./titles";
import { widthOf } from "./weeks";

interface NewTaskProps {
  days: readonly PlainDate[];
  column: number;
  from: PlainDate;
  to: PlainDate;
  top: number;
}

/** A field for the titles of new tasks on some days. Enter creates a task and keeps the field for the next; Esc closes it. */
export function NewTask({ days, column, from, to, top }: NewTaskProps) {
  const calendar = useCalendar();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  const last = Math.max(
    column,
    days.findLastIndex((day) => day <= to),
  );
  const { dir, ...field } = useNewTitle({
    onCreate: (titles) => calendar.create(titles, { from, to }),
    onLeave: () => calendar.write(null),
    onEscape: () => {
      calendar.stand({ day: to, item: null });
      // The day may have been the place of the focus before, and then would not take it again.
      input.current?.closest("[role=grid]")?.querySelector<HTMLElement>(`[role=gridcell][data-day="${to}"]`)?.focus({ preventScroll: true });
    },
  });
  return (
    <div className={styles.new} style={{ top, width: widthOf(days, column, last) }}>
      <label>
        <input ref={input} dir={dir} data-from={from} aria-label={t`Title of the new task on ${datesOf({ from, to })}`} {...field} />
      </label>
    </div>
  );
}
