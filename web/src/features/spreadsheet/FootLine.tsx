import { plural, t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { nameIn } from "@/fields/field";
import { totalsFollower, type Total } from "@/fields/totals";
import { cx } from "@/lib/cx";
import { formatDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { shownNumber } from "@/words/region";
import { FIRST, leftOf, type Column } from "./columns";
import styles from "./FootLine.module.css";

interface FootLineProps {
  ticketIds: readonly string[];
  columns: readonly Column[];
  /** How many columns behind the title are frozen. */
  frozen: number;
  rowIndex: number;
  /** The top of the group in pixels, and its number of lines. The totals stay at the lower edge of the sheet while the group scrolls past. */
  top: number;
  reach: number;
}

/** The totals of a group: the number of its tasks, the sums of numbers, the first and last days. */
export const FootLine = memo(function FootLine({ ticketIds, columns, frozen, rowIndex, top, reach }: FootLineProps) {
  const totals = useTroupe(useMemo(() => totalsFollower(columns, ticketIds), [columns, ticketIds]));
  const count = ticketIds.length;
  return (
    <div role="presentation" className={styles.reach} style={{ top, height: `calc(${reach} * var(--row-h))` }}>
      <div role="row" aria-rowindex={rowIndex} className={styles.foot}>
        <div role="gridcell" aria-colindex={1} aria-colspan={2} className={styles.first}>
          {plural(count, { one: "# task", other: "# tasks" })}
        </div>
        {columns.map((column, index) => {
          const total = totals[index] ?? null;
          const name = nameIn(column, "column");
          const isFrozen = index < frozen;
          return (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={index + FIRST + 1}
              className={cx(styles.cell, isFrozen && styles.frozen, total?.is === "sum" && styles.sum)}
              {...(isFrozen && { style: { left: `var(${leftOf(index)})` } })}
              {...(total && { "aria-label": inWords(total, name), title: inWords(total, name) })}
            >
              {total && shortly(total).map((line) => <span key={line}>{line}</span>)}
            </div>
          );
        })}
      </div>
    </div>
  );
});

/** The total in the lines of a narrow column: two days stand one below the other. */
function shortly(total: Total): string[] {
  if (total.is === "sum") return [shownNumber(total.sum)];
  return [...new Set([formatDate(total.first), formatDate(total.last)])];
}

function inWords(total: Total, name: string): string {
  if (total.is === "sum") return t`Sum of ${name}: ${shownNumber(total.sum)}`;
  const [first, last] = [formatDate(total.first), formatDate(total.last)];
  return first === last ? t`${name}: all on ${first}` : t`${name}: earliest ${first}, latest ${last}`;
}
