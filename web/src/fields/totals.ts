import { today, type PlainDate } from "@/lib/plainDate";
import { same } from "@/sync/tables/tables";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import type { Field, FieldId } from "./field";
import { idsOf, isChoice, type Value } from "./value";

/** What a person can ask of several tickets in one field. `days` is the first and the last day. */
export type TotalKind = "none" | "sum" | "average" | "least" | "most" | "days" | "first" | "last" | "count" | "empty" | "unique";

/** What several tickets have together in one field. */
export type Total = { is: Exclude<TotalKind, "none" | "days" | "first" | "last">; number: number } | { is: "first" | "last"; day: PlainDate } | { is: "days"; first: PlainDate; last: PlainDate };

/** The kinds that a person has chosen, by field. */
export type TotalKinds = Readonly<Record<FieldId, TotalKind>>;

const ofNumbers: readonly TotalKind[] = ["none", "sum", "average", "least", "most", "count", "empty"];
const ofDays: readonly TotalKind[] = ["none", "days", "first", "last", "count", "empty"];
const ofOthers: readonly TotalKind[] = ["none", "count", "empty", "unique"];
const ofNothing: readonly TotalKind[] = [];

const isNumber = (value: Value) => value.kind === "entry" && value.form === "number";
const isDay = ({ kind }: Value) => kind === "date" || kind === "moment";

/** The totals that the values of a field have; none for values that tickets do not hold. */
export function totalKinds(value: Value): readonly TotalKind[] {
  if (isNumber(value)) return ofNumbers;
  if (isDay(value)) return ofDays;
  return isChoice(value) || value.kind === "entry" ? ofOthers : ofNothing;
}

/** The total of a field: the chosen one if its values have it, or else the usual one. */
export function kindOf(value: Value, chosen: TotalKind | undefined): TotalKind {
  const kinds = totalKinds(value);
  if (chosen !== undefined && kinds.includes(chosen)) return chosen;
  return kinds === ofNumbers ? "sum" : kinds === ofDays ? "days" : "none";
}

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

const heldDays = (tickets: readonly Ticket[], read: (ticket: Ticket) => PlainDate | null): PlainDate[] =>
  tickets.flatMap((ticket) => {
    const day = read(ticket);
    return day !== null && shapeOfDay.test(day) ? [day] : [];
  });

/** The number of tickets with a value, or without one, or the number of different values. */
function counted(kind: "count" | "empty" | "unique", value: Value, tickets: readonly Ticket[], day: ((ticket: Ticket) => PlainDate | null) | null): number {
  const held = tickets.map((ticket) => (day ? heldDays([ticket], day) : idsOf(value, ticket)));
  if (kind === "unique") return new Set(held.flat()).size;
  const full = held.filter(({ length }) => length > 0).length;
  return kind === "count" ? full : held.length - full;
}

function ofAllNumbers(kind: "sum" | "average" | "least" | "most", numbers: readonly number[]): number {
  if (kind === "least") return numbers.reduce((a, b) => Math.min(a, b));
  if (kind === "most") return numbers.reduce((a, b) => Math.max(a, b));
  const sum = numbers.reduce((a, b) => a + b, 0);
  return rounded(kind === "sum" ? sum : sum / numbers.length);
}

/** The total of a field over tickets; null if none of them has a value for it, or if the values of the field have no such total. */
export function totalOf(value: Value, tickets: readonly Ticket[], chosen?: TotalKind): Total | null {
  const kind = kindOf(value, chosen);
  const day = dayIn(value);
  if (kind === "none") return null;
  if (kind === "count" || kind === "empty" || kind === "unique") return { is: kind, number: counted(kind, value, tickets, day) };
  if (kind === "days" || kind === "first" || kind === "last") {
    const days = day ? heldDays(tickets, day) : [];
    if (days.length === 0) return null;
    const first = days.reduce((a, b) => (b < a ? b : a));
    const last = days.reduce((a, b) => (b > a ? b : a));
    return kind === "days" ? { is: kind, first, last } : { is: kind, day: kind === "first" ? first : last };
  }
  const numbers = tickets.flatMap((ticket) => idsOf(value, ticket).map(Number));
  return numbers.length === 0 ? null : { is: kind, number: ofAllNumbers(kind, numbers) };
}

type Totals = readonly (Total | null)[];

/** Follows the totals of these fields over these tickets. The result stays the same until a total changes. */
export function totalsFollower(fields: readonly Pick<Field, "id" | "value">[], ticketIds: readonly string[], kinds: TotalKinds = {}): (state: Pick<SyncState, "tickets">) => Totals {
  let seen: SyncState["tickets"] | null = null;
  let last: Totals = [];
  return ({ tickets }) => {
    if (tickets === seen) return last;
    seen = tickets;
    const there = ticketIds.flatMap((id) => tickets[id] ?? []);
    const now = fields.map(({ id, value }) => totalOf(value, there, kinds[id]));
    if (!same(last, now)) last = now;
    return last;
  };
}
