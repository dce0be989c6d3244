import { t } from "@lingui/core/macro";
import styles from "./Spreadsheet.module.css";
import type { ColumnWidths, Sized } from "./useColumnWidths";

interface ColumnGripProps {
  id: Sized;
  name: string;
  widths: ColumnWidths;
}

/**
 * The edge of a column. Dragging it sets the width, and a double click fits the width to the content. In a cell,
 * Alt+Shift and an arrow key do the same.
 */
export function ColumnGrip({ id, name, widths }: ColumnGripProps) {
  return (
    <button
      type="button"
      // The grid is one tab stop.
      tabIndex={-1}
      aria-label={t`Width of ${name}`}
      title={t`Drag to resize, double-click to fit`}
      className={styles.grip}
      onPointerDown={(event) => widths.pull(event, id)}
      onDoubleClick={() => widths.fit(id)}
    />
  );
}
