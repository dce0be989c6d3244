import type { Command, Ticket, TicketPatch } from "@/wire/generated";
import { same } from "../../tables/tables";
import type { Before } from "../kind";
import type { PredictContext, World } from "../world";
import { patchedFields, ticketFields, type PatchField } from "./fields";
import { subtaskBack } from "./parents";
import { placesBack, unique, updateOf } from "./places";

/** Patches all of the tickets, or none if the node refuses one of the patches. */
export function patchTickets(world: World, ticketIds: string[], patch: TicketPatch, context: PredictContext): void {
  const tickets = unique(ticketIds).map((id) => world.ticket(id));
  if (!tickets.every((ticket) => ticket !== undefined && fits(world, ticket, patch, context))) return;
  for (const id of unique(ticketIds)) patchTicket(world, id, patch, context);
}

/** Patches a ticket that a command rewrites. */
export function patchTicket(world: World, ticketId: string, patch: TicketPatch, context: PredictContext): void {
  const before = world.ticket(ticketId);
  if (!before) return;
  const ticket = patched(world, before, patch, context);
  if (ticket !== before && !same(ticket, before)) world.putTicket({ ...ticket, updatedAt: context.at });
}

export function patched(world: World, ticket: Ticket, patch: TicketPatch, context: PredictContext): Ticket {
  return patchedFields(patch).reduce((held, field) => withField(world, held, field, patch, context), ticket);
}

/** False if the node refuses the patch, as far as a page can tell. */
export function fits(world: World, ticket: Ticket, patch: TicketPatch, context: PredictContext): boolean {
  return patchedFields(patch).every((field) => fieldFits(world, ticket, field, patch, context)) && datesFit(ticket, patch);
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
  return patches.length > 0 ? [...patches, ...places] : null;
}

function patchBack(before: Before, ticket: Ticket, patch: TicketPatch): TicketPatch {
  const back = patchedFields(patch).map((field) => [field, fieldBack(before, ticket, field, patch)] as const);
  return Object.fromEntries(back.filter(([, value]) => value !== undefined)) as TicketPatch;
}

function fieldBack<F extends PatchField>(before: Before, ticket: Ticket, field: F, patch: TicketPatch): unknown {
  return ticketFields[field].inverse(ticket, patch[field] as never, before);
}
