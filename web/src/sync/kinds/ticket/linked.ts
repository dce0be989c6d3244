import type { Command, FieldEdit, Ticket } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import { withValues } from "../../tables/values";
import type { World } from "../world";
import { homeOf, mayName } from "./homes";
import type { LinkedRules } from "./late";
import { updateOf } from "./places";

function mayBe(rows: RowReader, ticket: Ticket, id: string): boolean {
  const other = rows.get("ticket", id);
  const homes = { ticket: (of: string) => rows.get("ticket", of), isRestricted: (list: string) => rows.rows("share").some(({ listId }) => listId === list) };
  return other !== undefined && id !== ticket.id && mayName(homeOf(homes, ticket), homeOf(homes, other));
}

const hasLinked = (rows: RowReader): boolean => rows.rows("attribute").some(({ type }) => type === "linkedTasks");

/** Takes ids for which `drops` is true out of the values of tickets. An id of an option or a person is never the id of a ticket. */
function cut(world: World, drops: (ticket: Ticket, id: string) => boolean): void {
  for (const ticket of world.rows.rows("ticket")) {
    const values = Object.entries(ticket.fields ?? {});
    if (!values.some(([, value]) => Array.isArray(value) && value.some((id) => drops(ticket, id)))) continue;
    const kept = values.map(([of, value]) => [of, Array.isArray(value) ? value.filter((id) => !drops(ticket, id)) : value] as const);
    world.putTicket(withValues(ticket, Object.fromEntries(kept.filter(([, value]) => !Array.isArray(value) || value.length > 0))));
  }
}

function settle(world: World, moved: ReadonlySet<string>): void {
  if (!hasLinked(world.rows)) return;
  cut(world, (ticket, id) => {
    if (!moved.has(ticket.id) && !moved.has(id)) return false;
    const other = world.ticket(id);
    return other !== undefined && !mayName(homeOf(world, ticket), homeOf(world, other));
  });
}

function forget(world: World, gone: string): void {
  if (hasLinked(world.rows)) cut(world, (_, id) => id === gone);
}

function back(rows: RowReader, moved: ReadonlySet<string>): Command[] {
  const attributes = rows.rows("attribute").filter(({ type }) => type === "linkedTasks");
  if (attributes.length === 0) return [];
  return rows.rows("ticket").flatMap((ticket) => {
    const lost = attributes.flatMap(({ id: of }): [string, FieldEdit][] => {
      const value = ticket.fields?.[of];
      const add = Array.isArray(value) ? value.filter((id) => moved.has(id) !== moved.has(ticket.id)) : [];
      return add.length > 0 ? [[of, { add, remove: [] }]] : [];
    });
    return lost.length > 0 ? [updateOf([ticket.id], { fields: Object.fromEntries(lost) })] : [];
  });
}

export const linkedRules: LinkedRules = { mayBe, settle, forget, back };
