import type { Ticket } from "@/wire/generated";
import { ticketByKey } from "../selectors";
import type { View } from "../types";
import { NONE, type Filters } from "./settings";

const folded = new WeakMap<Ticket, string>();

function foldedTitle(ticket: Ticket): string {
  const known = folded.get(ticket);
  if (known !== undefined) return known;
  const title = ticket.title.toLocaleLowerCase();
  folded.set(ticket, title);
  return title;
}

const meets = (wanted: readonly string[], own: readonly string[]) =>
  wanted.length === 0 || (own.length === 0 ? wanted.includes(NONE) : own.some((value) => wanted.includes(value)));

/** Tells which tickets pass: within a filter one value is enough, and all filters must hold. */
export function passes(filters: Filters, view: Pick<View, "tickets" | "workspace">): (ticket: Ticket) => boolean {
  const text = filters.text.trim().toLocaleLowerCase();
  const numbered = ticketByKey(view, text)?.id;
  const named = (ticket: Ticket) => text === "" || ticket.id === numbered || foldedTitle(ticket).includes(text);
  return (ticket) =>
    meets(filters.status, [ticket.statusId]) &&
    meets(filters.assignees, ticket.assigneesIds) &&
    meets(filters.labels, ticket.labels) &&
    meets(filters.priority, ticket.priority === null ? [] : [ticket.priority]) &&
    named(ticket);
}
