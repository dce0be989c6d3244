import { plural, t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import { memo, useMemo } from "react";
import { nameIn } from "@/fields/field";
import { totalsFollower, type Total } from "@/fields/totals";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Menu, type MenuItem } from "@/ui/Menu";
import { useTotalKinds } from "./chosenTotals";
import { FIRST, leftOf, type Column } from "./columns";
import styles from "./FootLine.module.css";
import { toCell } from "./toCell";
import { inWords, markOf, shortly, totalItems } from "./totalWords";

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

/** The totals of a group: the number of its tasks, and of each column what the person has chosen; at first sums of numbers, and first and last days. */
export const FootLine = memo(function FootLine({ ticketIds, columns, frozen, rowIndex, top, reach }: FootLineProps) {
  const [kinds, choose] = useTotalKinds();
  const totals = useTroupe(useMemo(() => totalsFollower(columns, ticketIds, kinds), [columns, ticketIds, kinds]));
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
          const items = totalItems(column.value, kinds[column.id], (kind) => choose(column.id, kind));
          return (
            <div
              key={column.id}
              role="gridcell"
              aria-colindex={index + FIRST + 1}
              className={cx(styles.cell, isFrozen && styles.frozen, total && "number" in total && styles.sum)}
              {...(isFrozen && { style: { left: `var(${leftOf(index)})` } })}
              {...(total && { "aria-label": inWords(total, name), title: inWords(total, name) })}
            >
              {items.length > 0 ? <Choice name={name} items={items} total={total} /> : null}
            </div>
          );
        })}
      </div>
    </div>
  );
});

/** A total, which opens the menu to choose another one. In a cell, the menu of the column has the same choices for the keyboard. */
function Choice({ name, items, total }: { name: string; items: readonly MenuItem[]; total: Total | null }) {
  const mark = total ? markOf(total) : "";
  return (
    <Menu name={t`Total of ${name}`} items={items} side="top">
      <button type="button" tabIndex={-1} className={styles.choice} aria-label={t`Choose the total of ${name}`} onFocus={toCell}>
        <span className={styles.lines}>
          {total && shortly(total).map((line, index) => <span key={line}>{index === 0 && mark !== "" && <i>{mark} </i>}{line}</span>)}
        </span>
        <Icon of={ChevronDown} size={12} className={styles.more} />
      </button>
    </Menu>
  );
}
