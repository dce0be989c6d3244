import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Epic } from "@/fields/epics";
import { categoryNames, type StatusCategory } from "@/ui/vocabulary";
import styles from "./Epics.module.css";

/** The parts of the bar, from done to not started. */
const parts: readonly { category: StatusCategory; count: (of: Epic["statistics"]) => number }[] = [
  { category: "completed", count: ({ completed }) => completed },
  { category: "started", count: ({ started }) => started },
  { category: "blocked", count: ({ blocked }) => blocked },
  { category: "byDefault", count: (of) => of.default },
  { category: "canceled", count: ({ canceled }) => canceled },
];

/** A bar, divided by the categories of the statuses, with the share that is completed. */
export function Meter({ of: { statistics, percent } }: { of: Epic }) {
  if (statistics.all === 0) return <span className={styles.quiet}><Trans>No tasks yet</Trans></span>;
  const shown = parts.map(({ category, count }) => ({ category, count: count(statistics) })).filter(({ count }) => count > 0);
  const text = shown.map(({ category, count }) => `${count} ${categoryNames[category]}`).join(", ");
  return (
    <span className={styles.meter} title={text}>
      <span className={styles.bar} role="img" aria-label={text}>
        {shown.map(({ category, count }) => (
          <i key={category} className={styles[category]} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className={styles.share}>{percent === null ? "–" : t`${percent}%`}</span>
      <span className={styles.quiet}>{t`of ${statistics.all}`}</span>
    </span>
  );
}
