import type { Command, Link, ListRank, Ticket, TicketPatch } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import { withValues } from "../../tables/values";
import type { PredictContext, World } from "../world";
import { homeOf, type TicketHome } from "./homes";
import { late } from "./late";
import { patchedSet, placesOf } from "./places";
import { withPeople } from "./valueIds";

export { homeOf, type TicketHome };

/** The home of a ticket after a patch, with its lists there; null if the node refuses the patch. */
export function patchedHome(world: World, ticket: Ticket, patch: TicketPatch): { home: TicketHome; lists: string[] } | null {
  const home = homeOf(world, ticket);
  const before = ticket.lists.map(({ listId }) => listId);
  if (patch.private === undefined && patch.lists === undefined) return { home, lists: before };
  const isPrivate = patch.private ?? ticket.private;
  let lists = patch.lists ? patchedSet(before, patch.lists) : before;
  if (isPrivate && !ticket.private) lists = lists.filter((id) => !world.isRestricted(id));
  const restricted = lists.find((id) => world.isRestricted(id));
  if (restricted !== undefined) return isPrivate || lists.length > 1 ? null : { home: restricted, lists };
  if (isPrivate) return { home: "private", lists };
  const parent = patch.parentTicketId === undefined ? ticket.parentTicketId : patch.parentTicketId;
  const stays = lists.length === 0 && isPrivate === ticket.private && parent !== null;
  return { home: stays ? home : "open", lists };
}

/** False if the node refuses to move the ticket: a subtask alone, or private tickets of other people. */
export function mayMove(world: World, ticket: Ticket, to: TicketHome, patch: TicketPatch, { me }: PredictContext): boolean {
  const parentId = patch.parentTicketId === undefined ? ticket.parentTicketId : patch.parentTicketId;
  const parent = parentId ? world.ticket(parentId) : undefined;
  if (parent && homeOf(world, parent) !== to) return false;
  return to !== "private" || subtree(world, ticket).every(({ createdUserId }) => createdUserId === me);
}

/** The ticket with everything below it, each behind its parent. */
export function subtree(world: Pick<World, "ticket">, ticket: Ticket): Ticket[] {
  const found = [ticket];
  const seen = new Set([ticket.id]);
  for (const above of found) {
    for (const id of above.subtasksOrder) {
      const below = seen.has(id) ? undefined : world.ticket(id);
      if (below) found.push(below);
      seen.add(id);
    }
  }
  return found;
}

/** Moves a ticket to another home, with everything below it. `lists` are the ticket's places there. */
export function moveHome(world: World, ticket: Ticket, to: TicketHome, lists: ListRank[], { me, at }: PredictContext): void {
  const follows = (userId: string) =>
    userId === me || (to !== "private" && (to === "open" || world.rows.rows("share").some((it) => it.listId === to && it.userId === userId)));
  const fits = (listId: string) => (world.isRestricted(listId) ? listId === to : to === "private" || to === "open") || listId === to;
  const moving = subtree(world, ticket);
  for (const [index, row] of moving.entries()) {
    const kept = row.lists.filter(({ listId }) => fits(listId));
    const leaves = row.lists.length > 0 && kept.length === 0;
    world.putTicket({
      ...withValues(row, withPeople(world.rows, row.fields, follows)),
      private: to === "private",
      number: numberIn(row, to === "private"),
      lists: index === 0 ? lists : leaves ? placesOf(world, { ...row, private: to === "private" }, lists.map(({ listId }) => listId)) : kept,
      assigneesIds: row.assigneesIds.filter(follows),
      reportBy: row.reportBy && follows(row.reportBy) ? row.reportBy : null,
      updatedAt: at,
    });
  }
  const moved = new Set(moving.map(({ id }) => id));
  settleLinks(world, moved);
  late.linked?.settle(world, moved);
}

/** A ticket that becomes private keeps the number of the workspace as a negative one. The node gives new numbers. */
function numberIn({ number, private: wasPrivate }: Ticket, isPrivate: boolean): number {
  if (wasPrivate === isPrivate) return number;
  return isPrivate || number < 0 ? -number : 0;
}

/** Deletes a link with its lag and its kind. */
export function dropLink({ rows }: World, linkId: string): void {
  rows.delete("link", linkId);
  for (const { id, linkId: of } of rows.rows("linkLag")) if (of === linkId) rows.delete("linkLag", id);
}

/** Deletes the links of moved tickets that are no longer allowed. */
function settleLinks(world: World, moved: ReadonlySet<string>): void {
  for (const { id, kind, fromTicketId, toTicketId } of world.rows.rows("link")) {
    if (!moved.has(fromTicketId) && !moved.has(toTicketId)) continue;
    const [from, to] = [world.ticket(fromTicketId), world.ticket(toTicketId)];
    if (from && to && !mayLink(kind, homeOf(world, from), homeOf(world, to))) dropLink(world, id);
  }
}

/**
 * Makes the links again that tickets lose when they move to another home: those with tickets that stay, if the kind needs
 * one home or the tickets become private. Values that name a ticket get it back.
 */
export function linksBack(rows: RowReader, moved: ReadonlySet<string>, hides: boolean): Command[] {
  const isLost = (link: Link) => (hides || link.kind === "blocks") && moved.has(link.fromTicketId) !== moved.has(link.toTicketId);
  return [...rows.rows("link").filter(isLost).flatMap((link) => linkAgain(rows, link)), ...(late.linked?.back(rows, moved) ?? [])];
}

/** The commands that create a link again, with its lag and its kind. */
export function linkAgain(rows: RowReader, { id: linkId, kind: linkKind, fromTicketId, toTicketId }: Link): Command[] {
  const row = rows.rows("linkLag").find((each) => each.linkId === linkId);
  const lag = row && { kind: "linkLag.set" as const, linkId, days: row.days, ...(row.ends && { ends: row.ends }) };
  return [{ kind: "link.create", linkId, linkKind, fromTicketId, toTicketId }, ...(lag ? [lag] : [])];
}

/** The tickets with everything below them. */
export function withSubtasks(rows: RowReader, ids: string[]): ReadonlySet<string> {
  const found = { ticket: (id: string) => rows.get("ticket", id) };
  const roots = ids.flatMap((id) => found.ticket(id) ?? []);
  return new Set(roots.flatMap((root) => subtree(found, root)).map(({ id }) => id));
}

/** Between the workspace and a restricted list, a ticket only relates to or duplicates another. */
export function mayLink(kind: string, from: TicketHome, to: TicketHome): boolean {
  if (from === to) return true;
  const across = (from === "open" || to === "open") && from !== "private" && to !== "private";
  return across && kind !== "blocks";
}
