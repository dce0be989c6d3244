import type { RefObject } from "react";
import { carriedIds, listTarget } from "@/actions/drop";
import { dropOnList } from "@/actions/dropOnList";
import { moveList } from "@/actions/lists";
import { mayIn } from "@/actions/rights";
import type { DragParts } from "@/lib/drag";
import { drop } from "@/lib/place";
import { useTroupe } from "@/sync/store";
import { carriedList, listKind } from "./carriedList";
import type { ListPlace } from "./useListDrag";

interface Line {
  element: HTMLElement;
  listId: string;
  /** Read when something happens, because the place changes without attaching again. */
  latest: RefObject<ListPlace>;
  /** True while tickets are over the line. */
  onOver: (over: boolean) => void;
  onDragged: (dragged: boolean) => void;
  /** The edge where the list of the drag would go. */
  onEdge: (edge: "top" | "bottom" | null) => void;
}

/** Makes the line of a list draggable, and lets lists and tickets be dropped on it. */
export function attachListDrag(parts: DragParts, { element, listId, latest, onOver, onDragged, onEdge }: Line): () => void {
  const { attachClosestEdge, combine, draggable, dropTargetForElements, extractClosestEdge } = parts;
  /** The place that a list takes when it is dropped on this line. */
  const placeOf = (moved: string, data: Record<string | symbol, unknown>) => {
    const on = extractClosestEdge(data);
    return on === "top" || on === "bottom" ? { on, after: drop(latest.current.order, moved, listId, on) } : null;
  };
  return combine(
    draggable({
      element,
      canDrag: () => latest.current.mayMove,
      getInitialData: () => ({ kind: listKind, listId, grouped: latest.current.groupId !== undefined }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element,
      getData: ({ input, source }) =>
        carriedList(source.data) === null ? listTarget : attachClosestEdge({}, { element, input, allowedEdges: ["top", "bottom"] }),
      canDrop: ({ source: { data } }) =>
        carriedIds(data) === null
          ? carriedList(data) !== null && data.grouped === (latest.current.groupId !== undefined)
          : mayIn(useTroupe.getState().capabilities, "createTickets", listId),
      onDragEnter: ({ source }) => onOver(carriedIds(source.data) !== null),
      onDrag: ({ self, source }) => {
        const moved = carriedList(source.data);
        const place = moved === null ? null : placeOf(moved, self.data);
        onEdge(place && place.after !== undefined ? place.on : null);
      },
      onDragLeave: () => {
        onOver(false);
        onEdge(null);
      },
      onDrop: ({ self, source }) => {
        onOver(false);
        onEdge(null);
        const moved = carriedList(source.data);
        if (moved === null) return dropOnList(carriedIds(source.data) ?? [], listId);
        const after = placeOf(moved, self.data)?.after;
        const to = latest.current.order.includes(moved) ? undefined : latest.current.groupId;
        if (after !== undefined) void moveList(moved, after, to);
      },
    }),
  );
}
