import { t } from "@lingui/core/macro";
import { loadOf } from "@/fields/arrange/board";
import { cx } from "@/lib/cx";
import { shownNumber } from "@/words/region";
import styles from "./Kanban.module.css";
import { limitWords } from "./limits";

interface ColumnCountProps {
  /** The number of cards in the column, including those that are carried over it. */
  count: number;
  limit: number | undefined;
}

/** The number of cards in a column, and its limit. The color shows what screen readers hear as words. */
export function ColumnCount({ count, limit }: ColumnCountProps) {
  const shown = shownNumber(count);
  if (limit === undefined) return <span className={styles.count}>{shown}</span>;
  const words = limitWords(count, limit);
  return (
    <span className={cx(styles.limit, styles[loadOf(count, limit)])} title={words}>
      <span aria-hidden>{t`${shown} of ${limit}`}</span>
      <span className={styles.hidden}>{words}</span>
    </span>
  );
}
