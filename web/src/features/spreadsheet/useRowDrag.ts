import { useEffect, useRef, type RefObject } from "react";
import { useGrid } from "./grid";

/**
 * Lets a row be dragged by its number. Call the result when the pointer goes down on the row, which is before the browser
 * asks what may be dragged: preparing every row for dragging would slow down scrolling.
 */
export function useRowDrag(row: RefObject<HTMLElement | null>, ticketId: string, groupId: string): () => void {
  const { tools } = useGrid();
  const ready = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      ready.current?.();
      ready.current = null;
    },
    [ticketId, groupId],
  );
  return () => {
    if (row.current) ready.current ??= tools.current?.prepare(row.current, ticketId, groupId) ?? null;
  };
}
