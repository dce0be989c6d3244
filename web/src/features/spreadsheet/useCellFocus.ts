import { useLayoutEffect, type RefObject } from "react";
import { useGrid } from "./grid";

/** Focuses the cell of this line that the keyboard has moved to. */
export function useCellFocus(line: RefObject<HTMLElement | null>, column: number | null, editing: boolean): void {
  const grid = useGrid();
  useLayoutEffect(() => {
    if (column === null || editing || !grid.takesFocus()) return;
    const cell = line.current?.querySelector<HTMLElement>(`[data-column="${column}"]`);
    if (!cell) return;
    cell.focus({ preventScroll: true });
    grid.reveal(cell);
  }, [line, column, editing, grid]);
}
