import type { Command, Ticket, TicketPatch } from "@/wire/generated";
import { same, type RowReader } from "../../tables/tables";
import type { Before } from "../kind";
import type { PredictContext, World } from "../world";
import { patchedFields, ticketFields, type PatchField } from "./fields";
import { homeOf, linksBack, mayMove, moveHome, patchedHome, withSubtasks, type TicketHome } from "./home";
import { subtaskBack, underParent } from "./parents";
import { belowBack, placesBack, placesOf, unique, updateOf } from "./places";
import { missesList } from "./values";

/** Patches all of the tickets, or none if the node refuses one of the patches. */
export function patchTickets(world: World, ticketIds: string[], patch: TicketPatch, context: PredictContext): void {
  const tickets = unique(ticketIds).map((id) => world.ticket(id));
  if (!tickets.every((ticket) => ticket !== undefined && fits(world, ticket, patch, context))) return;
  for (const id of unique(ticketIds)) patchTicket(world, id, patch, context);
}

/** Patches a ticket that a command rewrites. */
export function patchTicket(world: World, ticketId: string, patch: TicketPatch, context: PredictContext): void {
  const { before, rest } = atHome(world, ticketId, patch, context);
  if (!before) return;
  const home = homeOf(world, before);
  const ticket = keptInList(world, patched(world, before, rest, context), home);
  if (ticket !== before && !same(ticket, before)) world.putTicket({ ...ticket, updatedAt: context.at });
}

/** A ticket of a restricted list that is no subtask, and in no list any more, gets a place in that list. */
export function keptInList(world: World, ticket: Ticket, home: TicketHome): Ticket {
  if (ticket.parentTicketId !== null || ticket.lists.length > 0 || home === "open" || home === "private") return ticket;
  return { ...ticket, lists: placesOf(world, ticket, [home]) };
}

/** Moves a ticket to the home to which a patch leads. What the patch says besides is returned with the ticket. */
function atHome(world: World, ticketId: string, patch: TicketPatch, context: PredictContext): { before?: Ticket; rest: TicketPatch } {
  const ticket = world.ticket(ticketId);
  const move = ticket && patchedHome(world, ticket, patch);
  if (!ticket || !move || move.home === homeOf(world, ticket)) return { ...(ticket && { before: ticket }), rest: patch };
  const { parentTicketId } = patch;
  const leaves = parentTicketId !== undefined && parentTicketId !== ticket.parentTicketId;
  const root = leaves ? underParent(world, ticket, null) : ticket;
  world.putTicket(root);
  const isPrivate = move.home === "private";
  moveHome(world, root, move.home, placesOf(world, { lists: root.lists, private: isPrivate }, move.lists), context);
  const { lists: _, private: __, ...rest } = patch;
  const before = world.ticket(ticketId);
  return { ...(before && { before }), rest };
}

export function patched(world: World, ticket: Ticket, patch: TicketPatch, context: PredictContext): Ticket {
  return patchedFields(patch).reduce((held, field) => withField(world, held, field, patch, context), ticket);
}

/** False if the node refuses the patch, as far as a page can tell. */
export function fits(world: World, ticket: Ticket, patch: TicketPatch, context: PredictContext): boolean {
  const own = ticket.lists.map(({ listId }) => listId);
  if (world.rests(ticket) || patch.lists?.add?.some((id) => !own.includes(id) && world.isArchived(id))) return false;
  const fields = patchedFields(patch).every((field) => fieldFits(world, ticket, field, patch, context));
  return fields && datesFit(ticket, patch) && homeFits(world, ticket, patch, context);
}

function homeFits(world: World, ticket: Ticket, patch: TicketPatch, context: PredictContext): boolean {
  const move = patchedHome(world, ticket, patch);
  const parent = patch.parentTicketId ? world.ticket(patch.parentTicketId) : undefined;
  if (move === null || (parent && homeOf(world, parent) !== move.home)) return false;
  if (patch.fields && missesList(world.rows, ticket, patch.fields, move.lists.map((listId) => ({ listId })))) return false;
  return move.home === homeOf(world, ticket) || mayMove(world, ticket, move.home, patch, context);
}

function fieldFits<F extends PatchField>(world: World, ticket: Ticket, field: F, patch: TicketPatch, context: PredictContext): boolean {
  return ticketFields[field].fits?.(ticket, patch[field] as never, world, context) ?? true;
}

function datesFit(ticket: Ticket, patch: TicketPatch): boolean {
  if (patch.startDate === undefined && patch.dueDate === undefined) return true;
  const { startDate = ticket.startDate, dueDate = ticket.dueDate } = patch;
  return !startDate || !dueDate || startDate <= dueDate;
}

function withField<F extends PatchField>(world: World, ticket: Ticket, field: F, patch: TicketPatch, context: PredictContext): Ticket {
  return ticketFields[field].predict(ticket, patch[field] as never, world, context);
}

/** The patches that undo a patch. Equal ones are joined into one command. */
export function patchesBack(before: Before, ticketIds: string[], patch: TicketPatch): Command[] | null {
  const groups: { patch: TicketPatch; ids: string[] }[] = [];
  const places: Command[] = [];
  for (const id of ticketIds) {
    const ticket = before.rows.get("ticket", id);
    if (!ticket) continue;
    const back = patchBack(before, ticket, patch);
    for (const listId of back.lists?.add ?? []) places.push(...(placesBack(before.rows, [id], listId) ?? []));
    if (patch.parentTicketId !== undefined) places.push(...(subtaskBack(before.rows, id) ?? []));
    if (Object.keys(back).length === 0) continue;
    const group = groups.find((other) => same(other.patch, back));
    if (group) group.ids.push(id);
    else groups.push({ patch: back, ids: [id] });
  }
  const patches = groups.map(({ patch, ids }) => updateOf(ids, patch));
  const moved = ticketIds.filter((id) => moves(before.rows, before.rows.get("ticket", id), patch));
  const links = linksBack(before.rows, withSubtasks(before.rows, moved), patch.private === true);
  const below = belowBack(before.rows, moved, ticketIds);
  return patches.length > 0 ? [...patches, ...places, ...below, ...links] : null;
}

function patchBack(before: Before, ticket: Ticket, patch: TicketPatch): TicketPatch {
  const values = patchedFields(patch).map((field) => [field, fieldBack(before, ticket, field, patch)] as const);
  const back = Object.fromEntries(values.filter(([, value]) => value !== undefined)) as TicketPatch;
  return { ...back, ...homeBack(before, ticket, patch, back) };
}

const isRestricted = (rows: RowReader, id: string): boolean => rows.rows("share").some(({ listId }) => listId === id);

/** True if the patch hides a ticket from people who see it: it becomes private, or comes into a restricted list or leaves one. */
function moves(rows: RowReader, ticket: Ticket | undefined, patch: TicketPatch): boolean {
  const { add = [], remove = [] } = patch.lists ?? {};
  const left = remove.filter((id) => ticket?.lists.some(({ listId }) => listId === id));
  return (patch.private === true && ticket?.private === false) || [...add, ...left].some((id) => isRestricted(rows, id));
}

/** What a move to another home changes besides: the people who do not see it, and a restricted list that holds no private tickets. */
function homeBack({ rows }: Before, ticket: Ticket, patch: TicketPatch, back: TicketPatch): TicketPatch {
  const restricted = ticket.lists.map(({ listId }) => listId).filter((id) => isRestricted(rows, id));
  const hides = patch.private === true && !ticket.private;
  const { add = [], remove = [] } = back.lists ?? {};
  if (!moves(rows, ticket, patch)) return {};
  return {
    ...(hides && restricted.length > 0 && { lists: { add: unique([...add, ...restricted]), remove } }),
    ...(ticket.assigneesIds.length > 0 && { assigneesIds: { add: ticket.assigneesIds, remove: back.assigneesIds?.remove ?? [] } }),
    ...(ticket.reportBy !== null && { reportBy: ticket.reportBy }),
  };
}

function fieldBack<F extends PatchField>(before: Before, ticket: Ticket, field: F, patch: TicketPatch): unknown {
  return ticketFields[field].inverse(ticket, patch[field] as never, before);
}
