import { useEffect } from "react";
import { setTarget, useTarget } from "@/actions/target";
import type { Arranged } from "@/fields/arrange/arrange";
import { useTroupe } from "@/sync/store";

/** A selected ticket that left the list is no longer selected. A ticket that is only filtered away stays selected. */
export function usePruned(arranged: Arranged, inTrash: boolean): void {
  useEffect(() => {
    const { selected } = useTarget.getState();
    if (selected.length === 0) return;
    const { tickets } = useTroupe.getState();
    const left = selected.filter((id) => tickets[id] && (tickets[id].trashedAt !== null) === inTrash);
    if (left.length < selected.length) setTarget({ selected: left });
  }, [arranged, inTrash]);
}
