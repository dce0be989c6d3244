import { create } from "zustand";
import type { Dates, Days } from "@/fields/schedule/span";
import type { DrawnEnds, LinkEnd } from "./linkEnds";

/** The drag of this person: the bars that are moved, or the bar or link that is drawn. */
export interface Hand {
  /** The new dates of the bars in the hand, by ticket. */
  moving: ReadonlyMap<string, Dates>;
  /** The new dates of the tasks that will follow them. */
  following: ReadonlyMap<string, Dates>;
  /** The days that parents above these tasks would take. */
  brackets: ReadonlyMap<string, Days>;
  /** The link that is being drawn. */
  link: DrawnLink | null;
  /** The text of the hint beside the pointer, and its position in pixels of the window. */
  hint: { x: number; y: number; text: string; bad: boolean } | null;
}

/** A link from an end of a bar to the pointer, in pixels of the chart. */
export interface DrawnLink extends DrawnEnds {
  /** The bar from which it is drawn. */
  barId: string;
  end: LinkEnd;
  /** The bar under the pointer that it may join; null if there is none, or if it may not. */
  overId: string | null;
  /** The end of the bar under the pointer that the link would join. */
  overEnd: LinkEnd;
  /** The tasks of the loop that it would close. */
  loop: readonly string[] | null;
  x: number;
  y: number;
}

const none: ReadonlyMap<string, never> = new Map<string, never>();
const empty: Hand = { moving: none, following: none, brackets: none, link: null, hint: null };

/** Bars, brackets, arrows and the hint follow it; nothing else renders while the pointer moves. */
export const useHand = create<Hand>(() => empty);

export const setHand = (hand: Partial<Hand>): void => useHand.setState(hand);
export const emptyHand = (): void => useHand.setState(empty);
