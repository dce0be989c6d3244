import type { Ticket, TicketPatch } from "@/wire/generated";
import { NONE, type Config } from "./options";
import { type Choice, mayBeEmpty, patchTo } from "./value";

/**
 * The patch for a ticket that goes from one group to another. A ticket is handed over from one person to
 * the next; the group "no assignee" removes all assignees. With `add`, the ticket keeps the option that it comes from.
 */
export function patchBetween(value: Choice, ticket: Ticket, from: string, to: string, config: Config, add = false): TicketPatch | null {
  if (value.kind === "one") return value.fixed ? null : patchTo(value, ticket, to === NONE ? [] : [to]);
  if (to === NONE) return mayBeEmpty(value) ? patchTo(value, ticket, []) : null;
  if (from === to) return null;
  const own = value.read(ticket);
  const left = [...(add ? [] : [from]), ...(value.loses?.(config, own, to) ?? [])];
  return patchTo(value, ticket, [...own.filter((id) => id !== to && !left.includes(id)), to]);
}
