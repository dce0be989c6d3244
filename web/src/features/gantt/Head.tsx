import { Trans } from "@lingui/react/macro";
import { memo } from "react";
import { isWorkingDay, type WorkingDays } from "@/fields/schedule/calendar";
import { cx } from "@/lib/cx";
import { today } from "@/lib/plainDate";
import styles from "./Gantt.module.css";
import { cellsOf, lowerName, upperName } from "./head";
import { dayOf, headUnits, widthOf, type Axis } from "./scale";
import type { DayRange } from "./sight";
import { TreeGrip } from "./TreeGrip";

interface HeadProps {
  axis: Axis;
  range: DayRange;
  days: WorkingDays;
}

/** The head of the chart: the names of the tree's columns, and two rows of time. It stays in sight. */
export const Head = memo(function Head({ axis, range, days }: HeadProps) {
  const { upper, lower } = headUnits[axis.zoom];
  const now = dayOf(axis, today());
  const byDays = lower === "day";
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.treeHead}>
        <span className={styles.grow}><Trans>Task</Trans></span>
        <span className={styles.who}><Trans>Who</Trans></span>
        <TreeGrip />
      </div>
      <div role="columnheader" aria-colindex={2} className={styles.time} style={{ width: widthOf(axis) }}>
        <span className={styles.hidden}><Trans>Timeline</Trans></span>
        {cellsOf(axis, upper, range).map(({ date, day, days: length }) => {
          const { name, year } = upperName(axis.zoom, date);
          return (
            <div key={date} className={styles.upper} style={{ left: day * axis.dayWidth, width: length * axis.dayWidth }} aria-hidden>
              <span>
                {name}
                {year !== null && <small>{year}</small>}
              </span>
            </div>
          );
        })}
        {cellsOf(axis, lower, range).map(({ date, day, days: length }) => (
          <div
            key={date}
            className={cx(styles.lower, byDays && styles.centred, byDays && !isWorkingDay(days, date) && styles.rest, now >= day && now < day + length && styles.now)}
            style={{ left: day * axis.dayWidth, width: length * axis.dayWidth }}
            aria-hidden
          >
            <b>{lowerName(axis.zoom, date)}</b>
          </div>
        ))}
      </div>
    </div>
  );
});
