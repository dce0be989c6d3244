import type { ById } from "@/sync/types";
import type { Status, Ticket } from "@/wire/generated";

/** The share of subtasks that are completed, in percent. Canceled ones do not count. Null without subtasks. */
export function progressOf(subtasks: readonly Ticket[], statuses: ById<Status>): number | null {
  const counting = subtasks.filter(({ statusId }) => statuses[statusId]?.category !== "canceled");
  if (counting.length === 0) return null;
  return Math.floor((100 * counting.filter(({ completed }) => completed).length) / counting.length);
}
