import { useEffect, useRef, useState } from "react";
import { isMirrored } from "./direction";
import { attachDrag } from "./drag";
import { drop, type Behind } from "./place";
import { useLatest } from "./useLatest";

type Edge = "top" | "bottom" | "left" | "right";

/** The edge on which a dragged item is dropped to come before this item, and the edge to come after it. */
function edgesOf(axis: "down" | "across"): readonly [Edge, Edge] {
  if (axis === "down") return ["top", "bottom"];
  return isMirrored() ? ["right", "left"] : ["left", "right"];
}

type Data = Record<string | symbol, unknown>;

interface DragInOrder {
  /** Items are dropped only on items of the same kind. */
  kind: string;
  id: string;
  /** The ids of all items of the kind. */
  order: readonly string[];
  /** The direction in which the items are laid out. */
  axis: "down" | "across";
  /** False if the item cannot be dragged. */
  movable?: boolean;
  onMove: (id: string, after: Behind) => void;
}

/** Lets an item be dragged to another position among the items of its kind. `edge` is the edge where a dragged item would be inserted. */
export function useDragInOrder({ kind, id, order, axis, movable = true, onMove }: DragInOrder) {
  const item = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  const latest = useLatest({ order, onMove });
  useEffect(() => {
    const element = item.current;
    if (!element || !movable) return undefined;
    const [before, behind] = edgesOf(axis);
    const carried = (data: Data) => (data.kind === kind ? String(data.id) : null);
    return attachDrag(({ attachClosestEdge, combine, draggable, dropTargetForElements, extractClosestEdge }) => {
      /** The new position of an item that is dropped on this item; null if its position does not change. */
      const placeOf = (other: string | null, data: Data) => {
        const on = extractClosestEdge(data);
        if (other === null || (on !== before && on !== behind)) return null;
        const after = drop(latest.current.order, other, id, on === before ? "top" : "bottom");
        return after === undefined ? null : { on, after };
      };
      return combine(
        draggable({
          element,
          getInitialData: () => ({ kind, id }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          getData: ({ input }) => attachClosestEdge({}, { element, input, allowedEdges: [before, behind] }),
          canDrop: ({ source }) => carried(source.data) !== null,
          onDrag: ({ self, source }) => setEdge(placeOf(carried(source.data), self.data)?.on ?? null),
          onDragLeave: () => setEdge(null),
          onDrop: ({ self, source }) => {
            setEdge(null);
            const other = carried(source.data);
            const place = placeOf(other, self.data);
            if (other !== null && place) latest.current.onMove(other, place.after);
          },
        }),
      );
    });
  }, [kind, id, axis, movable, latest]);
  return { item, dragged, edge };
}
