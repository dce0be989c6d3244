import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { selectAll, clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { nameIn, type FieldId } from "@/fields/field";
import { title } from "@/fields/title";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { ColumnGrip } from "./ColumnGrip";
import type { Column } from "./columns";
import styles from "./Spreadsheet.module.css";
import type { ColumnWidths } from "./useColumnWidths";

interface HeadProps {
  columns: readonly Column[];
  sort: FieldId;
  descending: boolean;
  ticketIds: readonly string[];
  pulling: ColumnWidths;
  onSort: (patch: Pick<Settings, "sort" | "descending">) => void;
}

/** The names of the columns. A column that can be sorted by is a button. */
export function Head({ columns, sort, descending, ticketIds, pulling, onSort }: HeadProps) {
  const ticked = useTarget((target) => target.selected.length);
  const all = ticked > 0 && ticked >= new Set(ticketIds).size;
  const sortable = (by: FieldId, name: string) => (
    <button
      type="button"
      // The grid is one tab stop; the keyboard sorts in the toolbar.
      tabIndex={-1}
      className={cx(styles.sort, sort === by && styles.sorted)}
      onClick={() =>
        // Ascending, descending, then back to the order of the list.
        onSort(sort !== by ? { sort: by, descending: false } : descending ? { sort: MANUAL, descending: false } : { sort: by, descending: true })
      }
    >
      {name}
      {sort === by && <Icon of={descending ? ArrowDown : ArrowUp} size={12} />}
    </button>
  );
  const ariaSort = (by: FieldId) =>
    by === sort ? ({ "aria-sort": descending ? "descending" : "ascending" } as const) : {};
  return (
    <div role="row" aria-rowindex={1} className={styles.head}>
      <div role="columnheader" aria-colindex={1} className={cx(styles.th, styles.thNumber)}>
        <Checkbox
          checked={all ? true : ticked > 0 ? "mixed" : false}
          name={t`Select all`}
          tabIndex={-1}
          onChange={(on) => (on ? selectAll(ticketIds) : clearSelection())}
        />
      </div>
      <div role="columnheader" aria-colindex={2} className={cx(styles.th, styles.thName)} {...ariaSort(title.id)}>
        {sortable(title.id, t`Name`)}
        <ColumnGrip id={title.id} name={t`Name`} widths={pulling} />
      </div>
      {columns.map((field, index) => {
        const { id, sort } = field;
        const name = nameIn(field, "column");
        return (
          <div key={id} role="columnheader" aria-colindex={index + 3} className={styles.th} {...ariaSort(id)}>
            {sort ? sortable(id, name) : <span className={styles.label}>{name}</span>}
            <ColumnGrip id={id} name={name} widths={pulling} />
          </div>
        );
      })}
    </div>
  );
}
