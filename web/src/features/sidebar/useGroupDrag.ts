import { useEffect, useRef, useState, type RefObject } from "react";
import { moveGroup, putIntoGroup } from "@/actions/groups";
import { attachDrag } from "@/lib/drag";
import { drop } from "@/lib/place";
import { useLatest } from "@/lib/useLatest";
import { flatten, height, type GroupNode } from "./tree";
import { carriedList } from "./carriedList";

const kind = "sidebar-group";
const levels = 3;

type Data = Record<string | symbol, unknown>;

/** The group that a drag carries; null if the drag carries something else. */
const carriedGroup = (data: Data) => (data.kind === kind ? String(data.groupId) : null);

/** Where a dragged group goes: before a group, behind it, or into it. */
type Zone = "top" | "bottom" | "inside";

const zoneAt = (y: number, { top, height: tall }: DOMRect): Zone => (y < top + tall / 4 ? "top" : y > top + (tall * 3) / 4 ? "bottom" : "inside");

/** Lets a group be dragged before, behind and into other groups, and takes lists. */
export function useGroupDrag(node: GroupNode, among: readonly GroupNode[], all: readonly GroupNode[], mayMove: boolean) {
  const line = useRef<HTMLDivElement>(null);
  const [zone, setZone] = useState<Zone | null>(null);
  const [dragged, setDragged] = useState(false);
  const latest = useLatest({ node, among, all, mayMove });
  const { id } = node.group;
  useEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    return attachDrag(({ combine, draggable, dropTargetForElements }) => {
      /** Undefined if the group does not fit there, or stays where it is. */
      const placeOf = (moved: string, wanted: Zone): { after: string | null; parentGroupId: string | null } | undefined => {
        const { node: own, among: siblings, all: every } = latest.current;
        const carried = flatten(every).find((each) => each.group.id === moved);
        if (!carried || flatten([carried]).some((each) => each.group.id === id)) return undefined;
        const level = wanted === "inside" ? own.level + 1 : own.level;
        if (level - 1 + height(carried) > levels) return undefined;
        if (wanted === "inside") return { after: own.groups.at(-1)?.group.id ?? null, parentGroupId: id };
        const after = drop(siblings.map(({ group }) => group.id), moved, id, wanted);
        return after === undefined ? undefined : { after, parentGroupId: own.group.parentGroupId };
      };
      return combine(
        draggable({
          element,
          canDrag: () => latest.current.mayMove,
          getInitialData: () => ({ kind, groupId: id }),
          onDragStart: () => setDragged(true),
          onDrop: () => setDragged(false),
        }),
        dropTargetForElements({
          element,
          getData: ({ input, source }) => ({ zone: carriedGroup(source.data) === null ? "inside" : zoneAt(input.clientY, element.getBoundingClientRect()) }),
          canDrop: ({ source: { data } }) => carriedGroup(data) !== null || (carriedList(data) !== null && data.grouped === true),
          onDrag: ({ self, source }) => {
            const moved = carriedGroup(source.data);
            const wanted = self.data.zone as Zone;
            setZone(moved === null || placeOf(moved, wanted) ? wanted : null);
          },
          onDragLeave: () => setZone(null),
          onDrop: ({ self, source }) => {
            setZone(null);
            const list = carriedList(source.data);
            if (list !== null) return void putIntoGroup(list, id);
            const moved = carriedGroup(source.data);
            const place = moved === null ? undefined : placeOf(moved, self.data.zone as Zone);
            if (moved !== null && place) void moveGroup(moved, place.after, place.parentGroupId);
          },
        }),
      );
    });
  }, [id, latest]);
  return { line, zone, dragged };
}

/** Lets lists and groups be dropped on the heading of all lists, which takes them out of their group. */
export function useRootDrop(heading: RefObject<HTMLElement | null>, last: string | null) {
  const latest = useLatest(last);
  useEffect(() => {
    const element = heading.current;
    if (!element) return undefined;
    return attachDrag(({ dropTargetForElements }) =>
      dropTargetForElements({
        element,
        canDrop: ({ source: { data } }) => carriedGroup(data) !== null || (carriedList(data) !== null && data.grouped === true),
        onDrop: ({ source: { data } }) => {
          const list = carriedList(data);
          const group = carriedGroup(data);
          if (list !== null) void putIntoGroup(list, null);
          else if (group !== null) void moveGroup(group, latest.current === group ? null : latest.current, null);
        },
      }),
    );
  }, [heading, latest]);
}
