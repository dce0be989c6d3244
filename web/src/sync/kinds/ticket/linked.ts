import type { Command, FieldEdit, Ticket } from "@/wire/generated";
import { attributeHome } from "../attributeLists";
import type { RowReader } from "../../tables/tables";
import { hasAttribute, withValues } from "../../tables/values";
import type { World } from "../world";
import { homeOf, mayName } from "./homes";
import { labelled } from "./labelled";
import { isOffered } from "./valueIds";
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

/** Removes values from moved tickets if some readers of the new home do not see their attributes. */
function leaveValues(world: World, moved: ReadonlySet<string>): void {
  for (const id of moved) {
    const ticket = world.ticket(id);
    const home = ticket && homeOf(world, ticket);
    const stays = (of: string) => {
      const attribute = world.rows.get("attribute", of);
      const at = attribute && attributeHome(world, attribute.listIds);
      return !at || at === "common" || at === home || (at === "open" && home === "private");
    };
    if (ticket?.fields) world.putTicket(withValues(ticket, Object.fromEntries(Object.entries(ticket.fields).filter(([of]) => stays(of)))));
  }
}

function settle(world: World, moved: ReadonlySet<string>): void {
  leaveValues(world, moved);
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

/** The commands that give moved tickets back the values that they lose in another home. A value that is still there does not change. */
function valuesAgain(rows: RowReader, moved: ReadonlySet<string>): Command[] {
  const ofLists = rows.rows("attribute").filter(({ listIds, type }) => listIds && type !== "linkedTasks");
  return [...moved].flatMap((id) => {
    const ticket = rows.get("ticket", id);
    const values = ofLists.flatMap((attribute): [string, FieldEdit][] => {
      const value = ticket?.fields?.[attribute.id];
      if (!ticket || value === undefined || !hasAttribute(attribute, ticket.lists)) return [];
      if (!Array.isArray(value) || attribute.type === "singleSelect") return [[attribute.id, value]];
      const add = attribute.labelSets ? value.filter((it) => isOffered(attribute.labelSets ?? [], it)) : value;
      return add.length > 0 ? [[attribute.id, { add, remove: [] }]] : [];
    });
    return values.length > 0 ? [updateOf([id], { fields: Object.fromEntries(values) })] : [];
  });
}

function back(rows: RowReader, moved: ReadonlySet<string>): Command[] {
  return [...valuesAgain(rows, moved), ...linkedBack(rows, moved)];
}

function linkedBack(rows: RowReader, moved: ReadonlySet<string>): Command[] {
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

export const linkedRules: LinkedRules = { mayBe, labelled, settle, forget, back };
