import { useEffect, useRef, useState } from "react";
import { attachDrag } from "@/lib/drag";
import { drop } from "@/lib/place";
import { useLatest } from "@/lib/useLatest";

interface OrderDrag {
  /** The name of the order: a thing cannot be dropped into another order. */
  of: string;
  id: string;
  order: readonly string[];
  /** False while the things must not move. */
  enabled: boolean;
  /** Puts a thing behind another one, or first. */
  onMove: (id: string, after: string | null) => void;
}

/** Lets a thing be dragged to another place in its order. */
export function useOrderDrag<E extends HTMLElement>({ of, id, enabled, ...rest }: OrderDrag) {
  const element = useRef<E>(null);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"top" | "bottom" | null>(null);
  const latest = useLatest(rest);
  useEffect(() => {
    const line = element.current;
    if (!enabled || !line) return undefined;
    return attachDrag(({ attachClosestEdge, combine, draggable, dropTargetForElements, extractClosestEdge }) => {
      /** The place that a thing takes when it is dropped on this one. */
      const placeOf = (moved: string, data: Record<string | symbol, unknown>) => {
        const on = extractClosestEdge(data);
        const after = on === "top" || on === "bottom" ? drop(latest.current.order, moved, id, on) : undefined;
        return after === undefined ? null : { after, on: on === "top" ? ("top" as const) : ("bottom" as const) };
      };
      return combine(
        draggable({
          element: line,
          getInitialData: () => ({ of, id }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element: line,
          canDrop: ({ source }) => source.data.of === of,
          getData: ({ input }) => attachClosestEdge({}, { element: line, input, allowedEdges: ["top", "bottom"] }),
          onDrag: ({ self, source }) => setEdge(placeOf(String(source.data.id), self.data)?.on ?? null),
          onDragLeave: () => setEdge(null),
          onDrop: ({ self, source }) => {
            setEdge(null);
            const moved = String(source.data.id);
            const place = placeOf(moved, self.data);
            if (place) latest.current.onMove(moved, place.after);
          },
        }),
      );
    });
  }, [of, id, enabled, latest]);
  return { element, dragged, edge };
}
