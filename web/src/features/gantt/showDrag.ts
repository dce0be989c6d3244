import { enterPlace } from "@/actions/presence";
import type { Dates } from "@/fields/schedule/span";
import { dragField } from "./remoteDrag";

let leave: (() => void) | null = null;
let shown = "";

/** Sends the dates of the dragged bar to other people, in the field of this person's presence. Null if no bar is dragged. */
export function showDrag(ticketId: string | null, dates: Dates | null): void {
  const next = ticketId === null || dates === null ? "" : `${ticketId} ${dragField(dates)}`;
  if (next === shown) return;
  shown = next;
  const before = leave;
  leave = ticketId === null || dates === null ? null : enterPlace({ ticketId, field: dragField(dates), state: "editing" });
  before?.();
}
