import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { disableNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/disable-native-drag-preview";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { useEffect, useState, type RefObject } from "react";
import { mayNowOn } from "@/actions/useMay";
import styles from "./Chip.module.css";
import { dayAt, edgeData, tasksData } from "./drag";
import type { Edge } from "./move";

/** Space around the drag preview for its shadow and tilt. */
const margin = 12;
const widest = 260;

/**
 * Lets a chip be dragged, and each of its ends. With `tray`, the chip stands on no day. `ends` names the ends that can be dragged. The preview shows the chip
 * and the number of tasks that come along. Returns true while the chip is dragged.
 */
export function useChipDrag(chip: RefObject<HTMLElement | null>, ticketId: string, take: (ticketId: string) => readonly string[], { tray = false, ends = "" }: { tray?: boolean; ends?: string } = {}): boolean {
  const [lifted, setLifted] = useState(false);
  useEffect(() => {
    const element = chip.current;
    if (!element) return undefined;
    const edges = [...element.querySelectorAll<HTMLElement>("[data-edge]")].map((handle) =>
      draggable({
        element: handle,
        canDrag: () => mayNowOn("editTickets", [ticketId]),
        getInitialData: () => edgeData(ticketId, handle.dataset.edge as Edge),
        onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
      }),
    );
    return combine(
      ...edges,
      draggable({
        element,
        canDrag: () => mayNowOn("editTickets", take(ticketId)),
        getInitialData: ({ input }) => tasksData(take(ticketId), tray ? null : dayAt(input.clientX, input.clientY)),
        onDragStart: () => setLifted(true),
        onDrop: () => setLifted(false),
        onGenerateDragPreview: ({ nativeSetDragImage }) => {
          setCustomNativeDragPreview({
            nativeSetDragImage,
            getOffset: () => ({ x: margin + 12, y: margin + element.offsetHeight / 2 }),
            render: ({ container }) => {
              container.append(picture(element, take(ticketId).length));
            },
          });
        },
      }),
    );
  }, [chip, ticketId, take, tray, ends]);
  return lifted;
}

function picture(element: HTMLElement, count: number): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  copy.classList.add(styles.inHand ?? "");
  copy.style.width = `${Math.min(element.offsetWidth, widest)}px`;
  copy.style.margin = `${margin}px`;
  if (count > 1) {
    const badge = document.createElement("span");
    badge.className = styles.badge ?? "";
    badge.textContent = String(count);
    copy.append(badge);
  }
  return copy;
}
