import { staysPut, ticketAbove } from "@/actions/drop";
import type { Ticket } from "@/wire/generated";

/** The place of a drop: in a column, in front of the card at `index`. */
export interface Slot {
  columnId: string;
  index: number;
}

interface Spot {
  start: number;
  size: number;
}

/** The index of the card below a height in a column: the height is behind every card whose middle is above it. */
export function indexAt(spots: readonly Spot[], height: number): number {
  let index = 0;
  for (const { start, size } of spots) if (height > start + size / 2) index += 1;
  return index;
}

/** The result of a drop. */
export type Outcome =
  | { is: "nothing" }
  | { is: "status"; ids: string[]; statusId: string }
  | { is: "move"; ids: string[]; statusId: string; after: string | null };

interface Dropped {
  inHand: readonly Pick<Ticket, "id" | "statusId">[];
  slot: Slot;
  /** The present cards of the target column. */
  column: readonly string[];
  /** True if the place has an order of its own, and shows it. */
  ordered: boolean;
}

/** Decides a drop: another status, another place in the order, both, or nothing. */
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

/** One step of carried cards by key; null if there is no further place. */
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
