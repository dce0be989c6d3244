import { t } from "@lingui/core/macro";
import { useCallback, useMemo, useRef, useState } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { moveTickets } from "@/actions/tickets";
import type { Place } from "@/fields/arrange/place";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import { outcomeOf, takes, type Axes, type Carried, type CellPlace, type Outcome, type Slot } from "./drop";
import { cellOf, type Lane, type Spot } from "./grid";

export interface Hand {
  ids: readonly string[];
  /** The card that was picked up. */
  spot: Spot;
  /** The cards at the moment they were picked up. For each move of the pointer, a column is asked whether it accepts these cards. */
  cards: readonly Carried[];
  slot: Slot | null;
}

interface Wanted {
  place: Place;
  lanes: readonly Lane[];
  axes: Axes;
  /** True if the shown order of a column is the list's own. */
  ordered: (columnId: string) => boolean;
  /** Called when a drop had no effect because the column is sorted. */
  onSorted: (columnId: string) => void;
}

const empty: ReadonlySet<string> = new Set();

/** The cards that a drag of this card takes along: all selected cards if the card is selected, otherwise only the card. */
export function takenWith(ticketId: string): readonly string[] {
  const { selected } = useTarget.getState();
  return selectedSet(selected).has(ticketId) ? selected : [ticketId];
}

/** The cards that the person carries, by pointer or by key, and the effect of dropping them. */
export function useHand(wanted: Wanted) {
  const [hand, setHand] = useState<Hand | null>(null);
  const latest = useLatest(wanted);
  // Read again within the same event, before React renders.
  const held = useRef<Hand | null>(null);
  /** True from a drop until the board has shown it: cards that were just put down do not fly to their place. */
  const settling = useRef(false);

  const put = useCallback((next: Hand | null) => {
    held.current = next;
    setHand(next);
  }, []);

  const acts = useMemo(() => {
    /** The cards with the cells that they come from. A card in several cells comes from the cell of the picked-up card. */
    const carried = (ids: readonly string[], from: CellPlace): Carried[] => {
      const { tickets } = useTroupe.getState();
      return ids.flatMap((id) => {
        const ticket = tickets[id];
        return ticket && !ticket.trashedAt ? [{ ticket, from: cellOf(latest.current.lanes, id, from) ?? from }] : [];
      });
    };
    const over = (slot: Slot | null) => {
      const hand = held.current;
      const before = hand?.slot;
      if (!hand || (before?.columnId === slot?.columnId && before?.laneId === slot?.laneId && before?.index === slot?.index)) return;
      put({ ...hand, slot });
    };
    /** Brings cards to a slot. Returns true if this changes something. */
    const bring = ({ ids, spot }: Pick<Hand, "ids" | "spot">, slot: Slot, add: boolean): boolean => {
      const { place, lanes, axes, ordered, onSorted } = latest.current;
      const state = useTroupe.getState();
      const inHand = carried(ids, spot);
      if (inHand.length < ids.length) tell({ text: t`Some of these tasks are now in the trash` });
      if (inHand.length === 0) return false;
      const cell = lanes.find(({ id }) => id === slot.laneId)?.cells.find(({ columnId }) => columnId === slot.columnId)?.ticketIds ?? [];
      const effect = (mayOrder: boolean): Outcome => outcomeOf({ inHand, slot, cell, axes, config: state, add, ordered: mayOrder });
      const mayOrder = place.listId !== null && ordered(slot.columnId);
      const { patches, move } = effect(mayOrder);
      if (patches.size === 0 && !move) {
        // In manual order, the cards would have moved. Explain why they did not.
        if (!mayOrder && effect(true).move) onSorted(slot.columnId);
        return false;
      }
      void moveTickets(
        inHand.map(({ ticket }) => ticket),
        { place: move && place.listId !== null ? { listId: place.listId, after: move.after } : null, patchOf: ({ id }) => patches.get(id) ?? null },
      );
      return true;
    };
    return {
      lift: (spot: Spot, slot: Slot | null = null) => {
        const ids = takenWith(spot.ticketId);
        put({ ids, spot, slot, cards: carried(ids, spot) });
      },
      over,
      leave: ({ columnId, laneId }: CellPlace) => {
        const slot = held.current?.slot;
        if (slot?.columnId === columnId && slot.laneId === laneId) over(null);
      },
      /** True if the cell takes these cards from another cell; without that cell, the cards in the hand. */
      takes: (ids: readonly string[], from: CellPlace | null, to: CellPlace): boolean => {
        const cards = from === null ? held.current?.cards : carried(ids, from);
        // At the start of a drag, a column is asked before the cards are picked up.
        return cards === undefined || takes(cards, to, latest.current.axes, useTroupe.getState());
      },
      /** Drops the cards. Returns true if this changed something. */
      release: (dropped: boolean, add = false): boolean => {
        const hand = held.current;
        put(null);
        settling.current = dropped && hand?.slot != null && bring(hand, hand.slot, add);
        return settling.current;
      },
      /** Moves a card to a slot at once, with the selection if the card is in it. */
      move: (spot: Spot, slot: Slot): boolean => bring({ ids: takenWith(spot.ticketId), spot }, slot, false),
    };
  }, [latest, put]);

  const inHand = useMemo(() => (hand ? new Set(hand.ids) : empty), [hand]);
  return { hand, inHand, settling, ...acts };
}
