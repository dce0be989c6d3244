import { today, type PlainDate } from "@/lib/plainDate";
import { ticketByKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import type { Field } from "../field";
import { ME, NONE, type Config } from "../options";
import { idsOf, valueAmong, type MomentValue, type Value } from "../value";
import { conditionForm, readCondition, testOf } from "./condition";
import { wantedOf, type Filtering } from "./settings";

const folded = new WeakMap<Ticket, string>();

function foldedTitle(ticket: Ticket): string {
  const known = folded.get(ticket);
  if (known !== undefined) return known;
  const title = ticket.title.toLowerCase();
  folded.set(ticket, title);
  return title;
}

/** The day of a moment, in the time zone of the browser. */
export const dayIn =
  ({ read }: MomentValue) =>
  (ticket: Ticket): PlainDate | null => {
    const at = read(ticket)?.at;
    return at === undefined ? null : today(new Date(at));
  };

/**
 * A test for tickets that have one of the wanted values. A field with one value is read without making a list, because
 * this runs for every ticket.
 */
export function meets(value: Value, wanted: readonly string[], now: PlainDate): (ticket: Ticket) => boolean {
  const form = conditionForm(value);
  const read = value.kind === "date" || value.kind === "entry" ? value.read : value.kind === "moment" ? dayIn(value) : null;
  if (form !== null && read !== null) {
    const conditions = wanted.flatMap((word) => readCondition(form, word) ?? []);
    const tests = conditions.map((condition) => testOf(form, condition, now));
    return (ticket) => {
      const own = read(ticket);
      return tests.some((test) => test(own));
    };
  }
  if (value.kind === "one") return (ticket) => wanted.includes(value.read(ticket) ?? NONE);
  return (ticket) => {
    const own = idsOf(value, ticket);
    return own.length === 0 ? wanted.includes(NONE) : own.some((id) => wanted.includes(id));
  };
}

/** A test for tickets that pass the chips and the search text on the day `now`. A chip holds if the ticket has one of its values. */
export function passes(
  { filters, find }: Pick<Filtering, "filters" | "find">,
  view: Config & Pick<View, "tickets">,
  fields: readonly Field[],
  now: PlainDate = today(),
): (ticket: Ticket) => boolean {
  const text = find.trim().toLowerCase();
  const numbered = ticketByKey(view, text)?.id;
  const named = (ticket: Ticket) => text === "" || ticket.id === numbered || foldedTitle(ticket).includes(text);
  const own = (wanted: string) => (wanted === ME ? (view.me ?? ME) : wanted);
  const set = fields.filter(({ id }) => wantedOf(filters, id).length > 0).map(({ id, value }) => meets(valueAmong(value, view), wantedOf(filters, id).map(own), now));
  return (ticket) => set.every((passes) => passes(ticket)) && named(ticket);
}
