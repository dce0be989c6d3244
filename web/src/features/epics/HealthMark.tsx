import { plural, t } from "@lingui/core/macro";
import { CircleAlert, CircleCheck, CircleCheckBig, CircleDashed, TriangleAlert, type LucideIcon } from "lucide-react";
import { healthOf, type Health, type Reason } from "@/fields/epicHealth";
import type { Epic } from "@/fields/epics";
import { cx } from "@/lib/cx";
import { formatDate, today } from "@/lib/plainDate";
import { Icon } from "@/ui/Icon";
import styles from "./Epics.module.css";

const icons: Record<Health, LucideIcon> = { completed: CircleCheckBig, overdue: CircleAlert, atRisk: TriangleAlert, onTrack: CircleCheck, noDates: CircleDashed };

function nameOf(health: Health): string {
  if (health === "completed") return t`Completed`;
  if (health === "overdue") return t`Overdue`;
  if (health === "atRisk") return t`At risk`;
  return health === "onTrack" ? t`On track` : t`No dates`;
}

function inWords(reason: Reason): string {
  if (reason.is === "due") {
    const day = formatDate(reason.day);
    return t`It was due on ${day}`;
  }
  if (reason.is === "ended") {
    const day = formatDate(reason.day);
    return t`The last day of its tasks was ${day}`;
  }
  if (reason.is === "lateTasks") return plural(reason.count, { one: "# task is overdue", other: "# tasks are overdue" });
  if (reason.is === "tasksAfterDue") return plural(reason.days, { one: "Its tasks end # day after its due date", other: "Its tasks end # days after its due date" });
  const { percent, elapsed } = reason;
  return t`${percent}% of its tasks are completed, but ${elapsed}% of its time has passed`;
}

/** How an epic stands, with the reason as a tooltip and for screen readers. Nothing for a canceled one. */
export function HealthMark({ of }: { of: Epic }) {
  const found = healthOf(of, today());
  if (!found) return null;
  const { health, reason } = found;
  const why = reason && inWords(reason);
  return (
    <span className={styles.health} {...(why !== null && { title: why })}>
      <span className={cx(styles.pill, styles[health])} data-health={health}>
        <Icon of={icons[health]} size={12} />
        {nameOf(health)}
      </span>
      {why !== null && <span className={styles.why}>{why}</span>}
    </span>
  );
}
