import type { Member, Status, StatusCategory, Ticket } from "@/wire/generated";
import { emptyTables, viewOf as named } from "../tables/tables";
import type { View } from "../types";
import * as rows from "./rows";

export function status(id: string, name: string, category: StatusCategory, rank: string): Status {
  return { ...rows.todo, id, name, category, rank };
}

export function member(id: string, firstname: string): Member {
  return { ...rows.member(id), firstname, lastname: "", username: id };
}

/** A ticket with a readable id; its number is the digits of the id. */
export function ticket(id: string, differing: Partial<Ticket> = {}): Ticket {
  return { ...rows.ticket(Number(id.replaceAll(/\D/g, ""))), id, statusId: "todo", createdUserId: "creator", ...differing };
}

interface Rows {
  tickets: Ticket[];
  statuses?: Status[];
  members?: Member[];
}

const byId = <T extends { id: string }>(all: T[]) => Object.fromEntries(all.map((row) => [row.id, row]));

/** A view of the given rows, of a workspace with the key KEY. */
export function viewOf({ tickets, statuses = [], members = [] }: Rows): View {
  const tables = { ...emptyTables, member: byId(members), status: byId(statuses), ticket: byId(tickets) };
  return { ...named(tables, null), workspace: { ...rows.workspace, key: "KEY" } };
}
