import { isBlank } from "@/lib/text";
import type { Command, Ticket, TicketPatch } from "@/wire/generated";
import { same } from "../../tables/tables";
import type { Before } from "../kind";
import type { PredictContext, World } from "../world";
import { patchedFields, ticketFields, type PatchField } from "./fields";
import { subtaskBack } from "./parents";
import { placesBack, updateOf } from "./places";

export function patchTicket(world: World, ticketId: string, patch: TicketPatch, context: PredictContext): void {
  const before = world.ticket(ticketId);
  // The node refuses a title with nothing visible, together with the rest of its command.
  if (!before || (patch.title !== undefined && isBlank(patch.title))) return;
  const ticket = patchedFields(patch).reduce((held, field) => withField(world, held, field, patch, context), before);
  world.putTicket({ ...ticket, updatedAt: context.at });
}

function withField<F extends PatchField>(world: World, ticket: Ticket, field: F, patch: TicketPatch, context: PredictContext): Ticket {
  return ticketFields[field].predict(ticket, patch[field] as never, world, context);
}

/** Patches that put the tickets back, those that are alike as one command. */
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
