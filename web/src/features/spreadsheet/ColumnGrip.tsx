import { t } from "@lingui/core/macro";
import type { FieldId } from "@/fields/field";
import styles from "./Spreadsheet.module.css";

interface ColumnGripProps {
  id: FieldId;
  name: string;
}

/**
 * The edge of a column. Dragging it sets the width, and a double click fits the width to the content
 * (`tools/usePointers.ts`). In a cell, Alt+Shift and an arrow key do the same.
 */
export function ColumnGrip({ id, name }: ColumnGripProps) {
  return (
    <button
      type="button"
      // The grid is one tab stop.
      tabIndex={-1}
      aria-label={t`Width of ${name}`}
      title={t`Drag to resize, double-click to fit`}
      className={styles.grip}
      data-grip={id}
    />
  );
}
