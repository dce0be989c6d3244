import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { carriedIds as idsIn } from "@/actions/drop";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { moveTickets } from "@/actions/tickets";
import { mayNowOn } from "@/actions/useMay";
import { attachDrag } from "@/lib/drag";
import { useLatest } from "@/lib/useLatest";
import type { Group } from "@/fields/arrange/group";
import type { Place } from "@/fields/arrange/place";
import { fieldById, type FieldId } from "@/fields/field";
import { fieldsOf } from "@/fields/registry";
import { useTroupe } from "@/sync/store";
import type { SyncState } from "@/sync/types";
import { same } from "@/sync/tables/tables";
import { tell, tellRefusal } from "@/ui/Toast";
import { outcomeOf, slotAt, stepped, type Slot } from "./drop";
import { parentObjection, withParent } from "./reparent";
import { levelsAside, snapped, steppedInTree } from "./treeDrop";
import type { Line } from "./lines";

interface Carried {
  ids: readonly string[];
  /**
   * The line that was picked up. A ticket with two assignees has a line in each of their groups; `groupId` tells which
   * line moves.
   */
  pickedUp: { ticketId: string; groupId: string };
  /** The pixel from left where the pointer picked it up; null if a key moves it. */
  from: number | null;
  slot: Slot | null;
}

interface Options {
  scroller: RefObject<HTMLElement | null>;
  /** The height of the head. */
  head: number;
  /** The height of a line. */
  rowHeight: number;
  lines: readonly Line[];
  groups: readonly Group[];
  /** True if subtasks are below their parents. */
  nests: boolean;
  groupBy: FieldId;
  place: Place;
  /** True if the rows are in the list's manual order. */
  ordered: boolean;
  /** Called when a drop had no effect because the list is sorted. */
  onSorted: () => void;
}

type Seen = Parameters<typeof fieldsOf>[0] & Pick<SyncState, "tickets">;

const none: ReadonlySet<string> = new Set();

/** The rows that a drag of this row moves: all selected rows if the row is selected, otherwise only the row. */
function draggedWith(ticketId: string): readonly string[] {
  const { selected } = useTarget.getState();
  return selectedSet(selected).has(ticketId) ? selected : [ticketId];
}

/** The carried rows, and what a drop at the slot would change. */
function dropAt({ ids, pickedUp, slot }: Carried, { lines, groups, groupBy }: Pick<Options, "lines" | "groups" | "groupBy">, mayOrder: boolean, state: Seen) {
  const groupIds = new Map<string, string>();
  for (const line of lines) if (line.kind === "ticket" && !groupIds.has(line.ticketId)) groupIds.set(line.ticketId, line.groupId);
  groupIds.set(pickedUp.ticketId, pickedUp.groupId);
  const inHand = ids.flatMap((id) => {
    const ticket = state.tickets[id];
    return ticket && !ticket.trashedAt ? [{ ticket, from: groupIds.get(id) ?? "" }] : [];
  });
  const outcome = slot && inHand.length > 0 ? outcomeOf({ inHand, slot, groups, by: fieldById(fieldsOf(state), groupBy), config: state, ordered: mayOrder }) : null;
  return { inHand, outcome: outcome && slot?.under ? withParent(outcome, inHand.map(({ ticket }) => ticket), slot.under.parentId) : outcome };
}

/** The rows that the person carries, by pointer or by key, and the effect of dropping them. */
export function useCarriedRows(options: Options) {
  const { scroller, lines, groups, groupBy } = options;
  const [carried, setCarried] = useState<Carried | null>(null);
  const latest = useLatest(options);
  // A ref, because handlers read the value again before React renders.
  const carriedRef = useRef<Carried | null>(null);
  const put = useCallback((next: Carried | null) => {
    carriedRef.current = next;
    setCarried(next);
  }, []);

  const drop = useCallback(
    (carried: Carried): boolean => {
      const { place, ordered, onSorted } = latest.current;
      const effect = (mayOrder: boolean) => dropAt(carried, latest.current, mayOrder, useTroupe.getState());
      const mayOrder = ordered && place.listId !== null;
      const { inHand, outcome } = effect(mayOrder);
      const { under } = carried.slot ?? {};
      const objection = under?.parentId ? parentObjection(inHand.map(({ ticket }) => ticket), under.parentId) : null;
      if (objection !== null) {
        tellRefusal(objection);
        return false;
      }
      if (inHand.length < carried.ids.length) tell({ text: t`Some of these tasks are now in the trash` });
      if (!outcome) return false;
      const { patches, move } = outcome;
      if (patches.size === 0 && !move) {
        // In manual order, the row would have moved. Explain why it did not.
        if (!mayOrder && effect(true).outcome?.move) onSorted();
        return false;
      }
      void moveTickets(
        inHand.map(({ ticket }) => ticket),
        {
          place: move && place.listId !== null ? { listId: place.listId, after: move.after } : null,
          patchOf: ({ id }) => patches.get(id) ?? null,
        },
      );
      return true;
    },
    [latest],
  );

  const rows = useMemo(
    () => ({
      draggedWith,
      lift: (ticketId: string, groupId: string, from: number | null = null) =>
        put({ ids: draggedWith(ticketId), pickedUp: { ticketId, groupId }, from, slot: null }),
      release: (dropped: boolean) => {
        const carried = carriedRef.current;
        put(null);
        if (carried && dropped) drop(carried);
      },
      /**
       * Moves a row by key, one place up or down, with all selected rows if it is one of them. Returns true if a row
       * moved.
       */
      step: (at: number, direction: 1 | -1): boolean => {
        const { lines, groups, nests } = latest.current;
        const line = lines[at];
        if (line?.kind !== "ticket" || !mayNowOn("editTickets", draggedWith(line.ticketId))) return false;
        const pickedUp = { ticketId: line.ticketId, groupId: line.groupId };
        return drop({ ids: draggedWith(line.ticketId), pickedUp, from: null, slot: nests ? steppedInTree(lines, groups, at, direction) : stepped(lines, at, direction) });
      },
    }),
    [drop, latest, put],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const isRow = ({ source }: { source: { data: Record<string | symbol, unknown> } }) => idsIn(source.data) !== null;
    const follow = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
      const { head, rowHeight, lines, groups, nests } = latest.current;
      const height = clientY - element.getBoundingClientRect().top + element.scrollTop - head;
      const carried = carriedRef.current;
      const at = slotAt(lines, height / rowHeight);
      if (!carried) return;
      const { pickedUp, from, ids } = carried;
      const sideways = levelsAside(clientX - (from ?? clientX));
      const slot = at && nests ? snapped(lines, groups, at, { pickedUp, inHand: new Set(ids), sideways }) : at;
      if (!same(carried.slot, slot)) put({ ...carried, slot });
    };
    return attachDrag(({ autoScrollForElements, combine, dropTargetForElements }) =>
      combine(
        dropTargetForElements({
          element,
          canDrop: isRow,
          onDragEnter: ({ location }) => follow(location.current.input),
          onDrag: ({ location }) => follow(location.current.input),
          onDragLeave: () => carriedRef.current && put({ ...carriedRef.current, slot: null }),
          onDrop: ({ location }) => {
            // The pointer may have moved since the last `onDrag`.
            follow(location.current.input);
            rows.release(true);
          },
        }),
        autoScrollForElements({ element, canScroll: isRow }),
      ),
    );
  }, [scroller, latest, put, rows]);

  const carriedIds = useMemo(() => (carried ? new Set(carried.ids) : none), [carried]);
  // In a sorted list, a drop does not choose the position. So the target group is highlighted instead of a drop line.
  const mayOrder = options.ordered && options.place.listId !== null;
  const highlightedGroup = useTroupe((state) =>
    carried?.slot && !mayOrder && (dropAt(carried, { lines, groups, groupBy }, false, state).outcome?.patches.size ?? 0) > 0 ? carried.slot.groupId : null,
  );
  const slot = carried?.slot ?? null;
  return { rows, carriedIds, slot: mayOrder || slot?.under ? slot : null, highlightedGroup };
}

export type Rows = ReturnType<typeof useCarriedRows>["rows"];
