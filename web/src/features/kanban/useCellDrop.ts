import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, type RefObject } from "react";
import { carriedIds } from "@/actions/drop";
import { useLatest } from "@/lib/useLatest";
import { useBoard } from "./board";
import type { CellPlace } from "./drop";

type Dragged = { source: { data: Record<string | symbol, unknown> } };
const isCard = ({ source }: Dragged) => carriedIds(source.data) !== null;

/** Lets cards be dropped on an element, and tells the board at which place. `indexAt` is the index of the card below a height in the window. */
export function useCellDrop(target: RefObject<HTMLElement | null>, { columnId, laneId }: CellPlace, indexAt: (clientY: number) => number): void {
  const board = useBoard();
  const latest = useLatest(indexAt);
  useEffect(() => {
    const element = target.current;
    if (!element) return undefined;
    const cell = { columnId, laneId };
    const follow = (clientY: number) => board.hover(cell, latest.current(clientY));
    return dropTargetForElements({
      element,
      canDrop: (dragged) => isCard(dragged) && board.takes(cell),
      onDragEnter: ({ location }) => follow(location.current.input.clientY),
      onDrag: ({ location }) => follow(location.current.input.clientY),
      onDragLeave: () => board.hover(cell, null),
      onDrop: ({ location }) => {
        // The pointer may have moved since the last report.
        follow(location.current.input.clientY);
        board.release(true, location.current.input.altKey);
      },
    });
  }, [target, columnId, laneId, board, latest]);
}

/** Scrolls an element while cards are carried along its edges. */
export function useCardScroll(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    return element ? autoScrollForElements({ element, canScroll: isCard }) : undefined;
  }, [scroller]);
}
