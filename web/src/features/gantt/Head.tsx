import { plural } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { memo } from "react";
import { isWorkingDay, type WorkingDays } from "@/fields/schedule/calendar";
import { nameIn } from "@/fields/field";
import { cx } from "@/lib/cx";
import { today } from "@/lib/plainDate";
import { useChart } from "./chart";
import styles from "./Gantt.module.css";
import { cellsOf, lowerName, upperName } from "./head";
import { dayOf, headUnits, widthOf, type Axis } from "./scale";
import type { DayRange } from "./sight";
import { widthOfColumn } from "./treeColumns";
import { showTray } from "./Tray";
import { TreeGrip } from "./TreeGrip";

interface HeadProps {
  axis: Axis;
  range: DayRange;
  days: WorkingDays;
  /** The number of tasks without dates, which are in the tray. */
  unscheduled: number;
}

/** The head of the chart: the names of the tree's columns, the number of tasks without dates, and two rows of time. It stays in sight. */
export const Head = memo(function Head({ axis, range, days, unscheduled }: HeadProps) {
  const { upper, lower } = headUnits[axis.zoom];
  const now = dayOf(axis, today());
  const { columns } = useChart();
  const byDays = lower === "day";
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={styles.treeHead}>
        <span className={styles.grow}><Trans>Task</Trans></span>
        {unscheduled > 0 && (
          <button type="button" className={styles.unscheduled} onClick={showTray}>
            {plural(unscheduled, { one: "# unscheduled", other: "# unscheduled" })}
          </button>
        )}
        {columns.map((field) => (
          <span key={field.id} className={styles.column} style={{ width: widthOfColumn(field) }} title={field.name()}>
            {nameIn(field, "column")}
          </span>
        ))}
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
