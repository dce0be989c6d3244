import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { useEffect, type RefObject } from "react";
import { carrying, endedOutside } from "@/actions/drop";
import { mayNowOn } from "@/actions/useMay";
import type { Board } from "./board";
import type { Spot } from "./grid";
import styles from "./Card.module.css";

/** Space around the drag preview for its shadow and tilt. */
const margin = 12;

/** Lets a card be dragged. The preview shows the card and the number of cards that come along. */
export function useCardDrag(card: RefObject<HTMLElement | null>, { ticketId, columnId, laneId }: Spot, board: Board): void {
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    return draggable({
      element,
      canDrag: () => mayNowOn("editTickets", board.take(ticketId)),
      getInitialData: () => carrying(board.take(ticketId)),
      onGenerateDragPreview: ({ nativeSetDragImage, location, source }) => {
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => {
            const { left, top } = source.element.getBoundingClientRect();
            const { clientX, clientY } = location.current.input;
            return { x: clientX - left + margin, y: clientY - top + margin };
          },
          render: ({ container }) => {
            container.append(picture(element, board.take(ticketId).length));
          },
        });
      },
      onDragStart: () => board.lift({ ticketId, columnId, laneId }),
      // After a drop on a column, the column handles the drop.
      onDrop: ({ location }) => endedOutside(location.current.dropTargets) && board.release(false),
    });
  }, [card, ticketId, columnId, laneId, board]);
}

function picture(element: HTMLElement, count: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.classList.add(styles.inHand ?? "");
  copy.style.width = `${element.offsetWidth}px`;
  copy.style.margin = `${margin}px`;
  if (count > 1) {
    const badge = document.createElement("span");
    badge.className = styles.badge ?? "";
    badge.textContent = String(count);
    copy.append(badge);
  }
  return copy;
}
