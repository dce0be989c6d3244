import { carrying, endedOutside } from "@/actions/drop";
import { mayNowOn } from "@/actions/useMay";
import { dragParts } from "@/lib/drag";
import styles from "../Row.module.css";
import type { Rows } from "../useCarriedRows";

/** Space around the drag preview for its shadow and tilt. */
const margin = 12;

/**
 * Lets a row be dragged by its number. The drag preview shows its state, id and name, and the number of rows that come
 * along. Returns a function that ends this; null while the code for dragging has not loaded.
 */
export function prepareRow(rows: Rows, element: HTMLElement, ticketId: string, groupId: string): (() => void) | null {
  const dragHandle = element.querySelector<HTMLElement>('[data-column="0"]');
  const parts = dragParts.now();
  if (!dragHandle || !parts) return null;
  const { draggable, setCustomNativeDragPreview } = parts;
  return draggable({
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
    onDragStart: ({ location }) => rows.lift(ticketId, groupId, location.initial.input.clientX),
    // After a drop on the sheet, the sheet handles the drop.
    onDrop: ({ location }) => endedOutside(location.current.dropTargets) && rows.release(false),
  });
}

function picture(row: HTMLElement, count: number): HTMLElement {
  const card = document.createElement("div");
  card.className = styles.inHand ?? "";
  card.style.margin = `${margin}px`;
  const name = row.querySelector('[data-column="1"]');
  for (const part of name?.children ?? []) if (!part.matches("i, [data-fold]")) card.append(part.cloneNode(true));
  if (count > 1) {
    const badge = document.createElement("span");
    badge.className = styles.badge ?? "";
    badge.textContent = String(count);
    card.append(badge);
  }
  return card;
}
