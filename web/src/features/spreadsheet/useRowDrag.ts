import { useEffect, useRef, type RefObject } from "react";
import { carrying, endedOutside } from "@/actions/drop";
import { mayNowOn } from "@/actions/useMay";
import { dragParts } from "@/lib/drag";
import { useGrid } from "./grid";
import styles from "./Row.module.css";

/** Space around the drag preview for its shadow and tilt. */
const margin = 12;

/**
 * Lets a row be dragged by its number. The drag preview shows its state, id and name, and the number of rows that come
 * along. Call the result when the pointer goes down on the row, which is before the browser asks what may be dragged:
 * preparing every row for dragging would slow down scrolling.
 */
export function useRowDrag(row: RefObject<HTMLElement | null>, ticketId: string, groupId: string): () => void {
  const { rows } = useGrid();
  const ready = useRef<(() => void) | null>(null);
  useEffect(
    () => () => {
      ready.current?.();
      ready.current = null;
    },
    [ticketId, groupId, rows],
  );
  return () => {
    const element = row.current;
    const dragHandle = element?.querySelector<HTMLElement>('[data-column="0"]');
    const parts = dragParts.now();
    if (!element || !dragHandle || !parts || ready.current) return;
    const { draggable, setCustomNativeDragPreview } = parts;
    ready.current = draggable({
      element,
      dragHandle,
      canDrag: () => mayNowOn("editTickets", rows.draggedWith(ticketId)),
      getInitialData: () => carrying(rows.draggedWith(ticketId)),
      onGenerateDragPreview: ({ nativeSetDragImage }) => {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: margin + 8, y: margin + 16 }),
          render: ({ container }) => {
            container.append(picture(element, rows.draggedWith(ticketId).length));
          },
        });
      },
      onDragStart: () => rows.lift(ticketId, groupId),
      // After a drop on the sheet, the sheet handles the drop.
      onDrop: ({ location }) => endedOutside(location.current.dropTargets) && rows.release(false),
    });
  };
}

function picture(row: HTMLElement, count: number): HTMLElement {
  const card = document.createElement("div");
  card.className = styles.inHand ?? "";
  card.style.margin = `${margin}px`;
  const name = row.querySelector('[data-column="1"]');
  for (const part of name?.children ?? []) if (!part.matches("i")) card.append(part.cloneNode(true));
  if (count > 1) {
    const badge = document.createElement("span");
    badge.className = styles.badge ?? "";
    badge.textContent = String(count);
    card.append(badge);
  }
  return card;
}
