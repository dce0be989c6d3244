import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { memo, Suspense } from "react";
import { selectAll, clearSelection } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { cx } from "@/lib/cx";
import { laterComponent, useUsable } from "@/lib/later";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { nameIn, type Field, type FieldId } from "@/fields/field";
import { title } from "@/fields/title";
import { Checkbox } from "@/ui/Checkbox";
import { Icon } from "@/ui/Icon";
import { ColumnGrip } from "./ColumnGrip";
import { FIRST, leftOf, NAME, type Column } from "./columns";
import styles from "./Spreadsheet.module.css";

const ColumnMenu = laterComponent(async () => (await import("./ColumnMenu")).ColumnMenu, { instead: () => null });

interface HeadProps {
  columns: readonly Column[];
  /** How many columns behind the title are frozen. */
  frozen: number;
  settings: Settings;
  ticketIds: readonly string[];
  /** True once the mouse can change the widths of columns. */
  resizable: boolean;
  /** The column whose menu is open, by its number; null if none is. */
  menu: number | null;
  onMenu: (column: number | null) => void;
  onFilter: (field: FieldId) => void;
  onSettings: (patch: Partial<Settings>) => void;
}

/** The names of the columns. A column that can be sorted by is a button. */
export const Head = memo(function Head({ columns, frozen, settings, ticketIds, resizable, menu, onMenu, onFilter, onSettings }: HeadProps) {
  const { sort, descending } = settings;
  const ticked = useTarget((target) => target.selected.length);
  const usable = useUsable((state) => state.usable);
  const all = ticked > 0 && ticked >= new Set(ticketIds).size;
  const sortable = (by: FieldId, name: string) => (
    <button
      type="button"
      // The grid is one tab stop; the keyboard sorts in the toolbar.
      tabIndex={-1}
      className={cx(styles.sort, sort === by && styles.sorted)}
      onClick={() =>
        // Ascending, descending, then back to the order of the list.
        onSettings(sort !== by ? { sort: by, descending: false } : descending ? { sort: MANUAL, descending: false } : { sort: by, descending: true })
      }
    >
      {name}
      {sort === by && <Icon of={descending ? ArrowDown : ArrowUp} size={12} />}
    </button>
  );
  const ariaSort = (by: FieldId) =>
    by === sort ? ({ "aria-sort": descending ? "descending" : "ascending" } as const) : {};
  const after = (field: Field, name: string, column: number) => (
    <>
      <Suspense>
        {usable && (
          <ColumnMenu
            field={field}
            name={name}
            columns={columns}
            settings={settings}
            open={menu === column}
            onOpenChange={(open) => onMenu(open ? column : null)}
            onFilter={onFilter}
            onSettings={onSettings}
          />
        )}
      </Suspense>
      {resizable && <ColumnGrip id={field.id} name={name} />}
    </>
  );
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
        {after(title, t`Name`, NAME)}
      </div>
      {columns.map((field, index) => {
        const { id, sort } = field;
        const name = nameIn(field, "column");
        const isFrozen = index < frozen;
        return (
          <div
            key={id}
            role="columnheader"
            aria-colindex={index + 3}
            data-head={id}
            className={isFrozen ? cx(styles.th, styles.thFrozen) : styles.th}
            {...(isFrozen && { style: { left: `var(${leftOf(index)})` } })}
            {...ariaSort(id)}
          >
            {sort ? sortable(id, name) : <span className={styles.label}>{name}</span>}
            {after(field, name, index + FIRST)}
          </div>
        );
      })}
    </div>
  );
});
