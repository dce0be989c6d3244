import { useEffect, useRef, useState } from "react";
import { moveList } from "@/actions/config";
import { carriedIds, listTarget } from "@/actions/drop";
import { mayIn } from "@/actions/rights";
import { attachDrag } from "@/lib/drag";
import { later } from "@/lib/later";
import { drop } from "@/lib/place";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";

const kind = "sidebar-list";

const dropping = later(async () => (await import("@/actions/dropOnList")).dropOnList);

/** Puts dropped tickets into a list. If the part does not load, they stay where they are. */
function dropTickets(ticketIds: readonly string[], listId: string): void {
  dropping.load().then((dropOnList) => dropOnList(ticketIds, listId), () => undefined);
}

/** The list that a drag carries; null if the drag carries something else. */
export const carriedList = (data: Record<string | symbol, unknown>) => (data.kind === kind ? String(data.listId) : null);

/** The place of a line in the sidebar. */
interface Siblings {
  /** The lists that stand together, in their order. */
  order: readonly string[];
  /** The group that they stand in; undefined for the suggested lists, which stand in none and stay where they are. */
  groupId: string | null | undefined;
}

/**
 * Lets a list be dragged to another place if `mayMove` is true, also in another group, and lets rows and cards be dropped
 * on it if the person may make tickets there. A list that is being renamed has no line.
 */
export function useListDrag(listId: string, { order, groupId }: Siblings, renaming: boolean, mayMove: boolean) {
  const line = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const [dragged, setDragged] = useState(false);
  const [edge, setEdge] = useState<"top" | "bottom" | null>(null);
  const latest = useLatest({ order, groupId, mayMove });
  useEffect(() => {
    const element = line.current;
    if (renaming || !element) return undefined;
    return attachDrag(({ attachClosestEdge, combine, draggable, dropTargetForElements, extractClosestEdge }) => {
      /** The place that a list takes when it is dropped on this line. */
      const placeOf = (moved: string, data: Record<string | symbol, unknown>) => {
        const on = extractClosestEdge(data);
        return on === "top" || on === "bottom" ? { on, after: drop(latest.current.order, moved, listId, on) } : null;
      };
      return combine(
        draggable({
          element,
          canDrag: () => latest.current.mayMove,
          getInitialData: () => ({ kind, listId, grouped: latest.current.groupId !== undefined }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          getData: ({ input, source }) =>
            carriedList(source.data) === null ? listTarget : attachClosestEdge({}, { element, input, allowedEdges: ["top", "bottom"] }),
          canDrop: ({ source: { data } }) =>
            carriedIds(data) === null
              ? carriedList(data) !== null && data.grouped === (latest.current.groupId !== undefined)
              : mayIn(useTroupe.getState().capabilities, "createTickets", listId),
          onDragEnter: ({ source }) => setOver(carriedIds(source.data) !== null),
          onDrag: ({ self, source }) => {
            const moved = carriedList(source.data);
            const place = moved === null ? null : placeOf(moved, self.data);
            setEdge(place && place.after !== undefined ? place.on : null);
          },
          onDragLeave: () => {
            setOver(false);
            setEdge(null);
          },
          onDrop: ({ self, source }) => {
            setOver(false);
            setEdge(null);
            const moved = carriedList(source.data);
            if (moved === null) return dropTickets(carriedIds(source.data) ?? [], listId);
            const after = placeOf(moved, self.data)?.after;
            const to = latest.current.order.includes(moved) ? undefined : latest.current.groupId;
            if (after !== undefined) void moveList(moved, after, to);
          },
        }),
      );
    });
  }, [listId, latest, renaming]);
  return { line, over, dragged, edge };
}
