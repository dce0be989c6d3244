import { useEffect, useRef, useState } from "react";
import { attachWhen, dragParts } from "@/lib/drag";
import { later, whenUsable } from "@/lib/later";
import { useLatest } from "@/lib/useLatest";

const listDrag = later(async () => (await import("./listDrag")).attachListDrag);

/** The drag and the parts that it needs, once the page is usable. */
const ready = async () => {
  await whenUsable();
  return Promise.all([dragParts.load(), listDrag.load()]);
};

/** The place of a line in the sidebar. */
interface Siblings {
  /** The lists that stand together, in their order. */
  order: readonly string[];
  /** The group that they stand in; undefined for the suggested lists, which stand in none and stay where they are. */
  groupId: string | null | undefined;
}

export interface ListPlace extends Siblings {
  mayMove: boolean;
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
  const latest = useLatest<ListPlace>({ order, groupId, mayMove });
  useEffect(() => {
    const element = line.current;
    if (renaming || !element) return undefined;
    return attachWhen(ready(), ([parts, attach]) =>
      attach(parts, { element, listId, latest, onOver: setOver, onDragged: setDragged, onEdge: setEdge }),
    );
  }, [listId, latest, renaming]);
  return { line, over, dragged, edge };
}
