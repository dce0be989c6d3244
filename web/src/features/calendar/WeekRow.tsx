import { memo, useMemo } from "react";
import { isWorkingDay, type WorkingDays } from "@/fields/schedule/calendar";
import type { PlainDate } from "@/lib/plainDate";
import { cx } from "@/lib/cx";
import { Day } from "./Day";
import { hiddenIn, laneHeight, lanesIn, type Segment, type Week } from "./layout";
import styles from "./Month.module.css";
import type { Span } from "./spans";
import type { Spot } from "./walk";
import { mostBars, splitWeek } from "./room";

interface WeekRowProps {
  week: Week;
  /** The month of the page, `YYYY-MM`; null in a week, where every day counts. */
  month: string | null;
  /** The height of a week in px. */
  height: number;
  stop: Spot | null;
  openId: string | null;
  landing: Span | null;
  writing: Span | null;
  /** Days on which the workspace does not work are shaded. */
  working: WorkingDays;
  /** True for a week that is no longer shown, but holds the task that is dragged. */
  kept?: boolean;
}

const none: readonly Segment[] = [];
const within = (span: Span | null, day: PlainDate) => span !== null && span.from <= day && day <= span.to;

/** The days of a week, and the tasks in them. */
export const WeekRow = memo(function WeekRow({ week, month, height, stop, openId, landing, writing, working, kept = false }: WeekRowProps) {
  const { days } = week;
  const inWeek = month === null;
  const { bars, singles, hidden, counts, barLanes } = useMemo(() => {
    if (inWeek) return splitWeek(week);
    const shown = lanesIn(height, week.lanes);
    const bars = days.map((_, column) => week.segments.filter(({ first, lane }) => first === column && lane < shown));
    return { bars, singles: null, hidden: hiddenIn(week, shown), counts: hiddenIn(week, 0), barLanes: shown };
  }, [week, days, height, inWeek]);
  // The field of a new task begins on the first of its days in the week that holds its last day.
  const last = writing ? days.findLastIndex((day) => day <= writing.to) : -1;
  const writes = writing && last >= 0 && writing.to >= (days[0] ?? "") && writing.to <= (days.at(-1) ?? "") ? Math.min(last, Math.max(0, days.findIndex((day) => day >= writing.from))) : -1;
  const barAtStop = stop?.item ? week.segments.find(({ task, first, last }) => task.ticketId === stop.item && first <= days.indexOf(stop.day) && days.indexOf(stop.day) <= last) : undefined;
  return (
    <div role="row" hidden={kept} className={cx(styles.row, styles.week, inWeek && styles.single)}>
      {days.map((day, column) => (
        <Day
          key={day}
          day={day}
          days={days}
          column={column}
          bars={bars[column] ?? none}
          singles={singles?.[column] ?? (inWeek ? none : null)}
          count={counts[column] ?? 0}
          hidden={hidden[column] ?? 0}
          barsHeight={Math.min(barLanes, mostBars) * laneHeight}
          outside={!inWeek && !day.startsWith(month)}
          rest={!isWorkingDay(working, day)}
          landing={within(landing, day)}
          stop={barAtStop ? (barAtStop.first === column ? barAtStop.task.ticketId : undefined) : stop?.day === day ? stop.item : undefined}
          openId={openId}
          writing={writes === column ? writing : null}
        />
      ))}
    </div>
  );
});
