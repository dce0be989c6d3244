import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { carriedIds } from "@/actions/drop";
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
import { tell } from "@/ui/Toast";
import { outcomeOf, slotAt, stepped, type Slot } from "./drop";
import type { Line } from "./lines";

interface Hand {
  ids: readonly string[];
  /** The line that was picked up: when grouped by assignee, its group says whose ticket moves. */
  taken: { ticketId: string; groupId: string };
  slot: Slot | null;
}

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  /** The height of the head, below which the lines begin, and of a line. */
  head: number;
  rowHeight: number;
  lines: readonly Line[];
  groups: readonly Group[];
  by: FieldId;
  place: Place;
  /** True if the shown order is the list's own. */
  ordered: boolean;
  /** Called when rows are dropped at a place that the current sort order rules out. */
  onSorted: () => void;
}

const none: ReadonlySet<string> = new Set();

/** The rows that a drag of this row takes along: the selection if the row is in it, else only the row. */
function take(ticketId: string): readonly string[] {
  const { selected } = useTarget.getState();
  return selectedSet(selected).has(ticketId) ? selected : [ticketId];
}

/** The rows that the person carries, by pointer or by key, and the effect of dropping them. */
export function useRowHand(wanted: Wanted) {
  const { scroller } = wanted;
  const [hand, setHand] = useState<Hand | null>(null);
  const latest = useLatest(wanted);
  // Read again within the same event, before React renders.
  const held = useRef<Hand | null>(null);
  const put = useCallback((next: Hand | null) => {
    held.current = next;
    setHand(next);
  }, []);

  /** The dragged rows, and the effect of dropping them here. */
  const weigh = useCallback(
    ({ ids, taken, slot }: Hand, mayOrder: boolean) => {
      const { lines, groups, by } = latest.current;
      const state = useTroupe.getState();
      const groupOf = (id: string) =>
        id === taken.ticketId ? taken.groupId : (lines.find((line) => line.kind === "ticket" && line.ticketId === id)?.groupId ?? "");
      const inHand = ids.flatMap((id) => {
        const ticket = state.tickets[id];
        return ticket && !ticket.trashedAt ? [{ ticket, from: groupOf(id) }] : [];
      });
      return { inHand, outcome: slot && inHand.length > 0 ? outcomeOf({ inHand, slot, groups, by: fieldById(fieldsOf(state), by), ordered: mayOrder }) : null };
    },
    [latest],
  );

  const drop = useCallback(
    (hand: Hand): boolean => {
      const { place, ordered, onSorted } = latest.current;
      const mayOrder = ordered && place.listId !== null;
      const { inHand, outcome } = weigh(hand, mayOrder);
      if (inHand.length < hand.ids.length) tell({ text: t`Some of these tasks are now in the trash` });
      if (!outcome) return false;
      const { patches, move } = outcome;
      if (patches.size === 0 && !move) {
        // In manual order the row would have moved, so tell why it did not.
        if (!mayOrder && weigh(hand, true).outcome?.move) onSorted();
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
    [latest, weigh],
  );

  const rows = useMemo(
    () => ({
      take,
      lift: (ticketId: string, groupId: string) =>
        put({ ids: take(ticketId), taken: { ticketId, groupId }, slot: null }),
      release: (dropped: boolean) => {
        const hand = held.current;
        put(null);
        if (hand && dropped) drop(hand);
      },
      /**
       * Moves a row by key, one place up or down, with all selected rows if it is one of them. Returns true if a row
       * moved.
       */
      step: (at: number, by: 1 | -1): boolean => {
        const { lines } = latest.current;
        const line = lines[at];
        if (line?.kind !== "ticket" || !mayNowOn("editTickets", take(line.ticketId))) return false;
        const taken = { ticketId: line.ticketId, groupId: line.groupId };
        return drop({ ids: take(line.ticketId), taken, slot: stepped(lines, at, by) });
      },
    }),
    [drop, latest, put],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const isRow = ({ source }: { source: { data: Record<string | symbol, unknown> } }) => carriedIds(source.data) !== null;
    const follow = (clientY: number) => {
      const { head, rowHeight, lines } = latest.current;
      const height = clientY - element.getBoundingClientRect().top + element.scrollTop - head;
      const slot = slotAt(lines, height / rowHeight);
      const hand = held.current;
      if (hand && (hand.slot?.edge !== slot?.edge || hand.slot?.groupId !== slot?.groupId)) put({ ...hand, slot });
    };
    return attachDrag(({ autoScrollForElements, combine, dropTargetForElements }) =>
      combine(
        dropTargetForElements({
          element,
          canDrop: isRow,
          onDragEnter: ({ location }) => follow(location.current.input.clientY),
          onDrag: ({ location }) => follow(location.current.input.clientY),
          onDragLeave: () => held.current && put({ ...held.current, slot: null }),
          onDrop: ({ location }) => {
            // The last pointer move may be newer than the last one reported.
            follow(location.current.input.clientY);
            rows.release(true);
          },
        }),
        autoScrollForElements({ element, canScroll: isRow }),
      ),
    );
  }, [scroller, latest, put, rows]);

  const inHand = useMemo(() => (hand ? new Set(hand.ids) : none), [hand]);
  // In a sorted list a drop line would promise a place, so the target group is highlighted instead.
  const mayOrder = wanted.ordered && wanted.place.listId !== null;
  const entered = hand?.slot && !mayOrder && (weigh(hand, false).outcome?.patches.size ?? 0) > 0 ? hand.slot.groupId : null;
  return { rows, inHand, slot: mayOrder ? (hand?.slot ?? null) : null, entered };
}

export type Rows = ReturnType<typeof useRowHand>["rows"];
