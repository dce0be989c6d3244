import { staysPut, ticketAbove } from "@/actions/drop";
import type { Ticket } from "@/wire/generated";

/** Where cards are let go: in a column, in front of the card that stands at `index` there. */
export interface Slot {
  columnId: string;
  index: number;
}

interface Spot {
  start: number;
  size: number;
}

/** In front of which card a height in a column lies: behind every card whose middle is above it. */
export function indexAt(spots: readonly Spot[], height: number): number {
  let index = 0;
  for (const { start, size } of spots) if (height > start + size / 2) index += 1;
  return index;
}

/** What a drop comes to. */
export type Outcome =
  | { is: "nothing" }
  | { is: "status"; ids: string[]; statusId: string }
  | { is: "move"; ids: string[]; statusId: string; after: string | null };

interface Dropped {
  inHand: readonly Pick<Ticket, "id" | "statusId">[];
  slot: Slot;
  /** The cards of the column that is dropped on, as they stand. */
  column: readonly string[];
  /** The place has an order of its own, and shows it. */
  ordered: boolean;
}

/** Decides a drop: another status, another place in the order, both, or nothing at all. */
export function outcomeOf({ inHand, slot, column, ordered }: Dropped): Outcome {
  const statusId = slot.columnId;
  const entering = inHand.filter((ticket) => ticket.statusId !== statusId).map(({ id }) => id);
  if (!ordered) return entering.length === 0 ? { is: "nothing" } : { is: "status", ids: entering, statusId };
  const ids = inHand.map(({ id }) => id);
  const hand = new Set(ids);
  const after = ticketAbove(column, slot.index, hand);
  if (entering.length === 0 && staysPut(ids, column, after)) return { is: "nothing" };
  return { is: "move", ids, statusId, after };
}

/** One step of the cards in the hand by key; null where there is nothing further. */
export function stepped(
  key: string,
  { columnId, index }: Slot,
  columns: readonly { id: string; count: number }[],
): Slot | null {
  const at = columns.findIndex(({ id }) => id === columnId);
  const here = columns[at];
  if (!here) return null;
  if (key === "ArrowUp") return index > 0 ? { columnId, index: index - 1 } : null;
  if (key === "ArrowDown") return index < here.count ? { columnId, index: index + 1 } : null;
  const next = key === "ArrowLeft" ? columns[at - 1] : key === "ArrowRight" ? columns[at + 1] : undefined;
  return next ? { columnId: next.id, index: Math.min(index, next.count) } : null;
}
