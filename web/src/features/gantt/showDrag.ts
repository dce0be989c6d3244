import { enterPlace } from "@/actions/presence";
import type { Dates } from "@/fields/schedule/span";
import { dragField } from "./remoteDrag";

let leave: (() => void) | null = null;
let shown = "";

/** Shows other people the bar in this person's hand, as the place that the person is in. Null when the hand is empty. */
export function showDrag(ticketId: string | null, dates: Dates | null): void {
  const next = ticketId === null || dates === null ? "" : `${ticketId} ${dragField(dates)}`;
  if (next === shown) return;
  shown = next;
  const before = leave;
  leave = ticketId === null || dates === null ? null : enterPlace({ ticketId, field: dragField(dates), state: "editing" });
  before?.();
}
