import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { moveTickets } from "@/actions/tickets";
import { useLatest } from "@/lib/useLatest";
import type { Group } from "@/sync/arrange/group";
import type { Place } from "@/sync/arrange/place";
import type { GroupBy } from "@/sync/arrange/settings";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import { outcomeOf, slotAt, stepped, type Slot } from "./drop";
import type { Line } from "./lines";

interface Hand {
  ids: readonly string[];
  /** The line that was taken: with assignees, its group says from whom. */
  taken: { ticketId: string; groupId: string };
  slot: Slot | null;
}

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  /** Height of the head, which the lines begin below, and of a line. */
  head: number;
  rowHeight: number;
  lines: readonly Line[];
  groups: readonly Group[];
  by: GroupBy;
  place: Place;
  /** The order that is shown is the list's own. */
  ordered: boolean;
}

const nobody: ReadonlySet<string> = new Set();

/** What is taken along with a row: the selection that it is part of, else itself. */
function take(ticketId: string): readonly string[] {
  const { selected } = useTarget.getState();
  return selectedSet(selected).has(ticketId) ? selected : [ticketId];
}

/** Rows in the person's hand, by pointer or by key, and what letting go of them does. */
export function useRowHand(wanted: Wanted) {
  const { scroller } = wanted;
  const [hand, setHand] = useState<Hand | null>(null);
  const latest = useLatest(wanted);
  // Read again within the same event, before anything has rendered.
  const held = useRef<Hand | null>(null);
  const put = useCallback((next: Hand | null) => {
    held.current = next;
    setHand(next);
  }, []);

  const drop = useCallback(
    ({ ids, taken, slot }: Hand): boolean => {
      const { lines, groups, by, place, ordered } = latest.current;
      const { tickets } = useTroupe.getState();
      const groupOf = (id: string) =>
        id === taken.ticketId ? taken.groupId : (lines.find((line) => line.kind === "ticket" && line.ticketId === id)?.groupId ?? "");
      const inHand = ids.flatMap((id) => {
        const ticket = tickets[id];
        return ticket && !ticket.trashedAt ? [{ ticket, from: groupOf(id) }] : [];
      });
      if (inHand.length < ids.length) tell({ text: "What you held is in the trash by now" });
      if (!slot || inHand.length === 0) return false;
      const { patches, move } = outcomeOf({ inHand, slot, groups, by, ordered: ordered && place.listId !== null });
      if (patches.size === 0 && !move) return false;
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
      /** Somewhere a row could go: to another place, or to another group. */
      may: () => {
        const { ordered, place, by } = latest.current;
        return (ordered && place.listId !== null) || by !== "none";
      },
      take,
      lift: (ticketId: string, groupId: string) =>
        put({ ids: take(ticketId), taken: { ticketId, groupId }, slot: null }),
      release: (dropped: boolean) => {
        const hand = held.current;
        put(null);
        if (hand && dropped) drop(hand);
      },
      /** By key: one place up or down, with all that is ticked where the row is. Tells whether something moved. */
      step: (at: number, by: 1 | -1): boolean => {
        const { lines } = latest.current;
        const line = lines[at];
        if (line?.kind !== "ticket") return false;
        const taken = { ticketId: line.ticketId, groupId: line.groupId };
        return drop({ ids: take(line.ticketId), taken, slot: stepped(lines, at, by) });
      },
    }),
    [drop, latest, put],
  );

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const isRow = ({ source }: { source: { data: Record<string | symbol, unknown> } }) => source.data.kind === "row";
    const follow = (clientY: number) => {
      const { head, rowHeight, lines } = latest.current;
      const height = clientY - element.getBoundingClientRect().top + element.scrollTop - head;
      const slot = slotAt(lines, height / rowHeight);
      const hand = held.current;
      if (hand && (hand.slot?.edge !== slot?.edge || hand.slot?.groupId !== slot?.groupId)) put({ ...hand, slot });
    };
    return combine(
      dropTargetForElements({
        element,
        canDrop: isRow,
        onDragEnter: ({ location }) => follow(location.current.input.clientY),
        onDrag: ({ location }) => follow(location.current.input.clientY),
        onDragLeave: () => held.current && put({ ...held.current, slot: null }),
        onDrop: ({ location }) => {
          // The last move may be newer than the last that was told.
          follow(location.current.input.clientY);
          rows.release(true);
        },
      }),
      autoScrollForElements({ element, canScroll: isRow }),
    );
  }, [scroller, latest, put, rows]);

  const inHand = useMemo(() => (hand ? new Set(hand.ids) : nobody), [hand]);
  return { rows, inHand, slot: hand?.slot ?? null };
}

export type Rows = ReturnType<typeof useRowHand>["rows"];
