import { defaultRangeExtractor, useVirtualizer, type Range, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, type RefObject } from "react";

const gap = 6;
const estimateSize = () => 104;
/**
 * The flag of a person on the first card sticks out above the card. The style sheet moves the cards down by this much.
 */
const flagRoom = 9;
/** The height of the slot: a card with two lines. It is not measured for each drop. */
const slotHeight = 96;

/** The height of this many cards, before they are measured. */
export const estimatedHeight = (count: number): number => flagRoom + 1 + count * (estimateSize() + gap);

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
  /** The height of what sticks to the top of the scroller. */
  covered?: number;
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
export function useCards({ scroller, ticketIds, activeIndex, inHand, slot, margin = 0, covered = 0 }: Wanted): Cards {
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
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: ticketIds.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    gap,
    overscan: 6,
    paddingStart: flagRoom + 1,
    paddingEnd: gap,
    scrollMargin: margin,
    scrollPaddingStart: covered,
    rangeExtractor,
  });
  useLayoutEffect(() => {
    if (activeIndex >= 0) virtual.scrollToIndex(activeIndex, { align: "auto" });
    // Only when the keyboard moves: otherwise the person scrolls freely.
  }, [activeIndex]); // oxlint-disable-line react/exhaustive-deps
  const shifted = (index: number) => (slot !== null && index >= slot ? slotHeight + gap : 0);
  const end = virtual.getTotalSize() - gap + (ticketIds.length > 0 ? gap : 0);
  const at = slot === null ? undefined : virtual.measurementsCache[slot];
  const slotTop = slot === null ? 0 : at ? at.start - margin : end;
  return { virtual, height: virtual.getTotalSize() + shifted(Infinity), slotTop, slotHeight, shifted, margin };
}
