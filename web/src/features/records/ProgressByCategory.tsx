import { t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import type { Statistics } from "@/sync/totals";
import { StatusIcon } from "@/ui/StatusIcon";
import { categoryNames, type StatusCategory } from "@/ui/vocabulary";
import { shownNumber } from "@/words/region";
import styles from "./Records.module.css";

/** The categories from done to given up, as the bar shows them. */
const parts: readonly { category: StatusCategory; count: (of: Statistics) => number }[] = [
  { category: "completed", count: ({ completed }) => completed },
  { category: "started", count: ({ started }) => started },
  { category: "blocked", count: ({ blocked }) => blocked },
  { category: "byDefault", count: (of) => of.default },
  { category: "canceled", count: ({ canceled }) => canceled },
];

/** One bar, divided by the categories of the statuses, with the number of tasks in each. */
export function ProgressByCategory({ of: statistics }: { of: Statistics }) {
  const shown = parts.map(({ category, count }) => ({ category, count: count(statistics) })).filter(({ count }) => count > 0);
  return (
    <ul className={styles.bar} aria-label={t`Progress`}>
      {shown.map(({ category, count }) => {
        const percent = Math.round((100 * count) / statistics.all);
        return (
          <li key={category} style={{ flexGrow: count }} data-category={category}>
            <span className={cx(styles.part, styles[category])}>{shownNumber(count)}</span>
            <span className={styles.legend}>
              <StatusIcon category={category} size={12} />
              <span className={styles.word}>{categoryNames[category]}</span>
              <span className={styles.percent}>{t`${percent}%`}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
