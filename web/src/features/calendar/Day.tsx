import { plural } from "@lingui/core/macro";
import { memo, useLayoutEffect, useRef } from "react";
import { cx } from "@/lib/cx";
import { formatDate, today, type PlainDate } from "@/lib/plainDate";
import { Chip } from "./Chip";
import { useCalendar } from "./context";
import { headHeight, laneHeight, type Segment } from "./layout";
import styles from "./Month.module.css";
import { NewTask } from "./NewTask";
import { dayName } from "./titles";
import { MORE } from "./walk";
import { widthOf } from "./weeks";

export interface DayProps {
  day: PlainDate;
  /** The shown days of the week. `column` is the index of this day. */
  days: readonly PlainDate[];
  column: number;
  /** The tasks whose part of this week begins on this day. In a week, only tasks of several days. */
  bars: readonly Segment[];
  /** In a week, the tasks of only this day; null in a month. */
  singles: readonly Segment[] | null;
  /** The number of tasks of the day. `hidden` is the number of tasks for which there is no room. */
  count: number;
  hidden: number;
  /** The height of the bars in a week, in px. */
  barsHeight: number;
  outside: boolean;
  rest: boolean;
  landing: boolean;
  /** The item here that is the tab stop: an item of this day, or a bar that begins here. Null if the day itself is the tab stop; undefined if the tab stop is on another day. */
  stop: string | null | undefined;
  openId: string | null;
  /** The days of the new task that is being written, if its field begins here. */
  writing: { from: PlainDate; to: PlainDate } | null;
}

/** One day, with the bars that begin on it. */
export const Day = memo(function Day(props: DayProps) {
  const { day, days, column, bars, singles, count, hidden, barsHeight, outside, rest, landing, stop, openId, writing } = props;
  const calendar = useCalendar();
  const cell = useRef<HTMLDivElement>(null);
  const active = stop === null;
  useLayoutEffect(() => {
    if (active && calendar.takesFocus()) cell.current?.focus({ preventScroll: true });
  }, [active, calendar]);
  const top = singles === null ? headHeight : 6;
  const isToday = day === today();
  return (
    <div
      ref={cell}
      role="gridcell"
      aria-label={dayName(day, count)}
      {...(isToday && { "aria-current": "date" as const })}
      tabIndex={active ? 0 : -1}
      data-day={day}
      className={cx(styles.day, rest && styles.rest, outside && styles.outside, isToday && styles.today, landing && styles.landing)}
    >
      {singles === null && (
        <span className={styles.number}>
          <b>{Number(day.slice(8)) === 1 || (outside && column === 0) ? formatDate(day) : Number(day.slice(8))}</b>
        </span>
      )}
      {bars.map(({ task, first, last, lane, before, after }) => (
        <div
          key={task.ticketId}
          className={cx(styles.place, before && styles.before, after && styles.after)}
          style={{ top: top + lane * laneHeight, width: widthOf(days, first, last) }}
        >
          <Chip task={task} at={day} before={before} after={after} active={stop === task.ticketId} open={openId === task.ticketId} />
        </div>
      ))}
      {writing && <NewTask days={days} column={column} {...writing} top={top - 2} />}
      {singles ? (
        <div className={styles.stack} style={{ paddingTop: barsHeight + 6 }}>
          {singles.map(({ task }) => (
            <Chip key={task.ticketId} task={task} at={day} roomy active={stop === task.ticketId} open={openId === task.ticketId} />
          ))}
          {hidden > 0 && <More day={day} hidden={hidden} active={stop === MORE} />}
        </div>
      ) : (
        hidden > 0 && <More day={day} hidden={hidden} active={stop === MORE} />
      )}
    </div>
  );
});

/** Opens the tasks of the day for which there is no room. */
function More({ day, hidden, active }: { day: PlainDate; hidden: number; active: boolean }) {
  const calendar = useCalendar();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (active && calendar.takesFocus()) button.current?.focus({ preventScroll: true });
  }, [active, calendar]);
  return (
    <button
      ref={button}
      type="button"
      tabIndex={active ? 0 : -1}
      data-more
      data-at={day}
      className={styles.more}
      onClick={({ currentTarget }) => calendar.showMore(day, currentTarget)}
    >
      {plural(hidden, { one: "+# more", other: "+# more" })}
    </button>
  );
}
