import { priorities } from "@/ui/vocabulary";
import type { Ticket } from "@/wire/generated";
import { membersInOrder, statusesInOrder } from "../selectors";
import type { View } from "../types";
import { NONE, type GroupBy } from "./settings";

/** Tickets that share a value, which is the group's id: a status, a person, a priority, or NONE. */
export interface Group {
  id: string;
  ticketIds: readonly string[];
}

type Around = Pick<View, "statuses" | "members">;

/** Cuts sorted tickets into groups. A ticket of two people stands in both their groups. */
export function grouped(tickets: readonly Ticket[], by: GroupBy, view: Around): Group[] {
  if (by === "none") return [{ id: NONE, ticketIds: tickets.map(({ id }) => id) }];
  const byValue = new Map<string, string[]>();
  for (const ticket of tickets) {
    for (const value of valuesOf(ticket, by)) {
      const ids = byValue.get(value);
      if (ids) ids.push(ticket.id);
      else byValue.set(value, [ticket.id]);
    }
  }
  const order = orderOf(by, view);
  // A value that nobody knows any more (a person who left) still shows its tickets.
  const strays = [...byValue.keys()].filter((value) => !order.includes(value));
  return [...order, ...strays].map((id) => ({ id, ticketIds: byValue.get(id) ?? [] }));
}

function valuesOf(ticket: Ticket, by: Exclude<GroupBy, "none">): readonly string[] {
  if (by === "status") return [ticket.statusId];
  if (by === "priority") return [ticket.priority ?? NONE];
  return ticket.assigneesIds.length > 0 ? ticket.assigneesIds : [NONE];
}

function orderOf(by: Exclude<GroupBy, "none">, view: Around): readonly string[] {
  if (by === "status") return statusesInOrder(view).map(({ id }) => id);
  if (by === "priority") return [...priorities, NONE];
  return [...membersInOrder(view).map(({ id }) => id), NONE];
}
