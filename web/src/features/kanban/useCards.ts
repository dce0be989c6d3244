import { defaultRangeExtractor, measureElement, useVirtualizer, type Range, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, type RefObject } from "react";
import { useBoard } from "./board";
import { reveal } from "./reveal";

const gap = 6;
/** The height of a card that was never measured. */
const usual = 104;

/**
 * The last measured heights of cards, by their tickets. When a person returns to a board, it is as high as before, so
 * the same cards are in view.
 */
const heights = new Map<string, number>();
const heightOf = (ticketId: string | undefined): number => (ticketId === undefined ? undefined : heights.get(ticketId)) ?? usual;

/**
 * The flag of a person on the first card sticks out above the card. The style sheet moves the cards down by this much.
 */
const flagRoom = 9;
/** The height of the slot: a card with two lines. It is not measured for each drop. */
const slotHeight = 96;

/** The estimated height of a cell with these cards, from the heights that are known. */
export const estimatedHeight = (ticketIds: readonly string[]): number => ticketIds.reduce((height, id) => height + heightOf(id) + gap, flagRoom + 1);

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  ticketIds: readonly string[];
  /** The index of the card with the keyboard focus; -1 if it is elsewhere. */
  activeIndex: number;
  inHand: ReadonlySet<string>;
  /** The index of the card below the slot, if the slot is here. */
  slot: number | null;
  /** The distance between the top of what scrolls and the first card, where several cells share one scroller. */
  margin?: number;
}

/** The cards of a cell that are in sight, and where they stand. */
export interface Cards {
  virtual: Virtualizer<HTMLElement, Element>;
  /** The height of all cards, and of the slot. */
  height: number;
  slotTop: number;
  slotHeight: number;
  /** How far a card is moved down by the slot. */
  shifted: (index: number) => number;
  margin: number;
}

/** Finds the cards in sight. Only these are rendered. */
export function useCards({ scroller, ticketIds, activeIndex, inHand, slot, margin = 0 }: Wanted): Cards {
  const rangeExtractor = useCallback(
    (range: Range) => {
      // The focused card stays rendered, and so do dragged cards, because a drag ends with its element.
      const kept = ticketIds.flatMap((id, index) => (index === activeIndex || inHand.has(id) ? [index] : []));
      return [...new Set([...defaultRangeExtractor(range), ...(activeIndex >= 0 || inHand.size > 0 ? kept : [])])].sort((a, b) => a - b);
    },
    [ticketIds, activeIndex, inHand],
  );
  // A new function here would make every card be measured again.
  const getItemKey = useCallback((index: number) => ticketIds[index] ?? index, [ticketIds]);
  const board = useBoard();
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: ticketIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(ticketIds[index]),
    measureElement: (element, entry, instance) => {
      const height = measureElement(element, entry, instance);
      heights.set(String(getItemKey(instance.indexFromElement(element))), height);
      return height;
    },
    getItemKey,
    gap,
    overscan: 6,
    paddingStart: flagRoom + 1,
    paddingEnd: gap,
    scrollMargin: margin,
    rangeExtractor,
  });
  const activeId = activeIndex < 0 ? undefined : ticketIds[activeIndex];
  useLayoutEffect(() => {
    if (activeId === undefined || !board.takesFocus()) return undefined;
    return reveal(() => virtual.elementsCache.get(activeId) ?? null);
    // Only when the keyboard moves: otherwise the person scrolls freely.
  }, [activeIndex]); // oxlint-disable-line react/exhaustive-deps
  const shifted = (index: number) => (slot !== null && index >= slot ? slotHeight + gap : 0);
  const end = virtual.getTotalSize() - gap + (ticketIds.length > 0 ? gap : 0);
  const at = slot === null ? undefined : virtual.measurementsCache[slot];
  const slotTop = slot === null ? 0 : at ? at.start - margin : end;
  return { virtual, height: virtual.getTotalSize() + shifted(Infinity), slotTop, slotHeight, shifted, margin };
}
