import type { Command } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import type { PredictContext, World } from "../world";
import { patchTicket } from "./patch";
import { updateOf } from "./places";

/** The fields of a ticket that name several rows of the configuration, and get a replacement for a row that is deleted. */
type SetField = "componentsIds" | "fixVersionsIds";

/** Takes a deleted row out of all tickets, or puts another one in its place. */
export function replaceInSets(world: World, field: SetField, gone: string, instead: string | null, context: PredictContext): void {
  const patch = { [field]: { add: instead === null ? [] : [instead], remove: [gone] } };
  for (const ticket of world.rows.rows("ticket")) {
    if (ticket[field]?.includes(gone)) patchTicket(world, ticket.id, patch, context);
  }
}

/** The commands that give the tickets a deleted row again. A replacement that a ticket had before stays. */
export function setsRestored(rows: RowReader, field: SetField, gone: string, instead: string | null): Command[] {
  const tickets = rows.rows("ticket").filter((ticket) => ticket[field]?.includes(gone));
  const had = tickets.filter((ticket) => instead !== null && ticket[field]?.includes(instead));
  const update = (of: typeof tickets, remove: string[]): Command[] =>
    of.length > 0 ? [updateOf(of.map(({ id }) => id), { [field]: { add: [gone], remove } })] : [];
  const others = tickets.filter((ticket) => !had.includes(ticket));
  return [...update(had, []), ...update(others, instead === null ? [] : [instead])];
}
