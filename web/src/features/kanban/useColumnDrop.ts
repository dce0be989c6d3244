import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, type RefObject } from "react";
import { carriedIds } from "@/actions/drop";
import { useLatest } from "@/lib/useLatest";
import { useBoard } from "./board";
import { indexAt } from "./drop";

/** Lets cards be dropped on a column, and tells the board at which place. */
export function useColumnDrop(
  scroller: RefObject<HTMLDivElement | null>,
  columnId: string,
  virtual: Virtualizer<HTMLDivElement, Element>,
): void {
  const board = useBoard();
  const latest = useLatest(virtual);
  useEffect(() => {
    const element = scroller.current;
    const column = element?.parentElement;
    if (!element || !column) return undefined;
    const isCard = ({ source }: { source: { data: Record<string | symbol, unknown> } }) => carriedIds(source.data) !== null;
    const follow = (clientY: number) => {
      const height = clientY - element.getBoundingClientRect().top + element.scrollTop;
      board.hover(columnId, indexAt(latest.current.measurementsCache, height));
    };
    return combine(
      // The whole column accepts cards, also its head and the space below the cards.
      dropTargetForElements({
        element: column,
        canDrop: isCard,
        onDragEnter: ({ location }) => follow(location.current.input.clientY),
        onDrag: ({ location }) => follow(location.current.input.clientY),
        onDragLeave: () => board.hover(columnId, null),
        onDrop: ({ location }) => {
          // The pointer may have moved since the last report.
          follow(location.current.input.clientY);
          board.release(true);
        },
      }),
      autoScrollForElements({ element, canScroll: isCard }),
    );
  }, [scroller, columnId, board, latest]);
}
