import { create } from "zustand";
import type { Dates } from "@/fields/schedule/span";

/** What this person is moving or drawing on the chart at the moment. */
export interface Hand {
  /** The new dates of the bars in the hand, by ticket. */
  moving: ReadonlyMap<string, Dates>;
  /** The new dates of the tasks that will follow them. */
  following: ReadonlyMap<string, Dates>;
  /** The link that is being drawn. */
  link: DrawnLink | null;
  /** What the hint beside the pointer says, and where: in pixels of the window. */
  hint: { x: number; y: number; text: string; bad: boolean } | null;
}

/** A link from the end of a bar to the pointer, in pixels of the chart. */
export interface DrawnLink {
  fromId: string;
  /** The bar under the pointer that it may lead to; null if there is none, or if it may not. */
  toId: string | null;
  /** The tasks of the loop that it would close. */
  loop: readonly string[] | null;
  x: number;
  y: number;
}

const none: ReadonlyMap<string, Dates> = new Map();
const empty: Hand = { moving: none, following: none, link: null, hint: null };

/** Bars, arrows and the hint follow it; nothing else renders while the pointer moves. */
export const useHand = create<Hand>(() => empty);

export const setHand = (hand: Partial<Hand>): void => useHand.setState(hand);
export const emptyHand = (): void => useHand.setState(empty);
