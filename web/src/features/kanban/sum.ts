import type { ById } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The sum of a number attribute over tickets, without the traces of binary fractions. */
export function sumOf(tickets: ById<Ticket>, ticketIds: readonly string[], attributeId: string): number {
  let sum = 0;
  for (const id of ticketIds) {
    const value = tickets[id]?.fields?.[attributeId];
    if (typeof value === "number") sum += value;
  }
  return Math.round(sum * 1_000) / 1_000;
}
