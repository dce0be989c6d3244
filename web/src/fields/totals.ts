import { today, type PlainDate } from "@/lib/plainDate";
import { same } from "@/sync/tables/tables";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import type { Field } from "./field";
import type { Value } from "./value";

/** What several tickets have together in one field: the sum of their numbers, or their first and last day. */
export type Total = { is: "sum"; sum: number } | { is: "days"; first: PlainDate; last: PlainDate };

/** A damaged row must not take the totals of the others along. `isPlainDate` would be too slow for thousands of rows. */
const shapeOfDay = /^\d{4}-\d{2}-\d{2}$/;

/** Without the traces of binary fractions: 0.1 and 0.2 are 0.3. */
const rounded = (sum: number) => Math.round(sum * 1_000) / 1_000;

/** The function that reads the day of a value; null if the values of a field are no days. */
function dayIn(value: Value): ((ticket: Ticket) => PlainDate | null) | null {
  if (value.kind === "date") return value.read;
  if (value.kind !== "moment") return null;
  return (ticket) => {
    const moment = value.read(ticket);
    return moment && today(new Date(moment.at));
  };
}

/** The total of a field over tickets; null if none of them has a value, or if the values of the field have no total. */
export function totalOf(value: Value, tickets: readonly Ticket[]): Total | null {
  if (value.kind === "entry" && value.form === "number") {
    const numbers = tickets.map(value.read).filter((text) => text !== null);
    return numbers.length === 0 ? null : { is: "sum", sum: rounded(numbers.reduce((sum, text) => sum + Number(text), 0)) };
  }
  const read = dayIn(value);
  if (!read) return null;
  let days: { first: PlainDate; last: PlainDate } | null = null;
  for (const ticket of tickets) {
    const day = read(ticket);
    if (day === null || !shapeOfDay.test(day)) continue;
    if (days === null) days = { first: day, last: day };
    else if (day < days.first) days.first = day;
    else if (day > days.last) days.last = day;
  }
  return days && { is: "days", ...days };
}

type Totals = readonly (Total | null)[];

/** Follows the totals of these fields over these tickets. The result stays the same until a total changes. */
export function totalsFollower(fields: readonly Pick<Field, "value">[], ticketIds: readonly string[]): (state: Pick<SyncState, "tickets">) => Totals {
  let seen: SyncState["tickets"] | null = null;
  let last: Totals = [];
  return ({ tickets }) => {
    if (tickets === seen) return last;
    seen = tickets;
    const there = ticketIds.flatMap((id) => tickets[id] ?? []);
    const now = fields.map(({ value }) => totalOf(value, there));
    if (!same(last, now)) last = now;
    return last;
  };
}
