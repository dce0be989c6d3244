import { useLayoutEffect, type RefObject } from "react";
import { useChart } from "./chart";

/** Focuses the part of this row that the keyboard has moved to. */
export function useRowFocus(row: RefObject<HTMLElement | null>, column: "name" | "bar" | null): void {
  const { acts } = useChart();
  useLayoutEffect(() => {
    if (column === null || !acts.takesFocus()) return;
    row.current?.querySelector<HTMLElement>(`[data-part="${column}"]`)?.focus({ preventScroll: true });
  }, [row, column, acts]);
}
