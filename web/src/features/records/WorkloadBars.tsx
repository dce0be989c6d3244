import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { workloadOf } from "@/fields/workload";
import { cx } from "@/lib/cx";
import { formatDate, today } from "@/lib/plainDate";
import { useFirstDay } from "@/lib/weekStart";
import { useTroupe } from "@/sync/store";
import { shownNumber } from "@/words/region";
import styles from "./WorkloadBars.module.css";

/** The open tasks of a person by the weeks in which they are due, each week as a bar. */
export function WorkloadBars({ userId }: { userId: string }) {
  const tickets = useTroupe((state) => state.tickets);
  const first = useFirstDay((week) => week.first);
  const now = today();
  const { overdue, weeks, later, undated } = useMemo(() => workloadOf({ tickets }, userId, now, first), [tickets, userId, now, first]);
  const bars = [
    { id: "overdue", name: t`Overdue`, count: overdue, late: true },
    ...weeks.map(({ start, count }, week) => ({ id: start, name: week === 0 ? t`This week` : formatDate(start), count, late: false })),
    { id: "later", name: t`Later`, count: later, late: false },
    { id: "none", name: t`No date`, count: undated, late: false },
  ];
  const most = Math.max(...bars.map(({ count }) => count));
  return (
    <ul className={styles.bars} aria-label={t`Open tasks by the week in which they are due`}>
      {bars.map(({ id, name, count, late }) => (
        <li key={id} className={cx(styles.week, late && count > 0 && styles.late)}>
          <span className={styles.count}>{shownNumber(count)}</span>
          <span className={styles.bar} aria-hidden style={{ height: most === 0 ? 0 : Math.round((24 * count) / most) }} />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  );
}
