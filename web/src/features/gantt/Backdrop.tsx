import { memo } from "react";
import { isWorkingDay, type WorkingDays } from "@/fields/schedule/calendar";
import { today } from "@/lib/plainDate";
import styles from "./Gantt.module.css";
import { linesIn, restRuns } from "./head";
import { middleOf, type Milestone } from "./milestones";
import { xOf, type Axis } from "./scale";
import type { DayRange } from "./sight";

/** Days without work are shaded while they are at least this wide. */
const readable = 8;

interface BackdropProps {
  axis: Axis;
  range: DayRange;
  days: WorkingDays;
  milestones: readonly Milestone[];
}

/** The layer behind the bars: days without work, lines between units of time, milestones, and today. */
export const Backdrop = memo(function Backdrop({ axis, range, days, milestones }: BackdropProps) {
  const { dayWidth } = axis;
  const rest = dayWidth < readable ? [] : restRuns(axis, range, (date) => isWorkingDay(days, date));
  return (
    <div className={styles.backdrop} aria-hidden>
      {rest.map(({ day, days: length }) => (
        <i key={`rest ${day}`} className={styles.restColumn} style={{ left: day * dayWidth, width: length * dayWidth }} />
      ))}
      {linesIn(axis, range).map(({ day, strong }) => (
        <i key={`line ${day}`} className={strong ? styles.strongLine : styles.line} style={{ left: day * dayWidth }} />
      ))}
      {milestones.map(({ kind, id, date }) => (
        <i key={`${kind} ${id}`} className={styles.milestone} style={{ left: middleOf(axis, date) }} />
      ))}
      <i className={styles.today} style={{ left: xOf(axis, today()) + dayWidth / 2 }} />
    </div>
  );
});
