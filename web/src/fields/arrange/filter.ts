import { ticketByKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import type { Field } from "../field";
import { NONE } from "../options";
import { idsOf } from "../value";
import { wantedOf, type Filtering } from "./settings";

const folded = new WeakMap<Ticket, string>();

function foldedTitle(ticket: Ticket): string {
  const known = folded.get(ticket);
  if (known !== undefined) return known;
  const title = ticket.title.toLocaleLowerCase();
  folded.set(ticket, title);
  return title;
}

const meets = (wanted: readonly string[], own: readonly string[]) =>
  own.length === 0 ? wanted.includes(NONE) : own.some((value) => wanted.includes(value));

/** Tells which tickets pass: of each filter one value is enough, and all filters must hold. */
export function passes(
  { filters, find }: Filtering,
  view: Pick<View, "tickets" | "workspace">,
  fields: readonly Field[],
): (ticket: Ticket) => boolean {
  const text = find.trim().toLocaleLowerCase();
  const numbered = ticketByKey(view, text)?.id;
  const named = (ticket: Ticket) => text === "" || ticket.id === numbered || foldedTitle(ticket).includes(text);
  const set = fields.filter(({ id }) => wantedOf(filters, id).length > 0);
  return (ticket) => set.every(({ id, value }) => meets(wantedOf(filters, id), idsOf(value, ticket))) && named(ticket);
}
