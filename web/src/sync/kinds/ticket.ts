import { plural, t } from "@lingui/core/macro";
import { textsIn, type Kind } from "./kind";
import { createTicket } from "./ticket/create";
import { patchedKeys } from "./ticket/fields";
import { dropLink, homeOf } from "./ticket/home";
import { late } from "./ticket/late";
import { movesBack, placeTickets } from "./ticket/moves";
import { leaveParent, moveSubtask, subtaskBack } from "./ticket/parents";
import { keptInList, patchTickets, patchesBack } from "./ticket/patch";
import { fieldsIn, patchName, ticketName } from "./ticket/words";
import type { PredictContext, World } from "./world";

export const ticket: Kind<"ticket"> = {
  commands: {
    "ticket.create": {
      predict: createTicket,
      inverse: (_, { ticketId }) => [{ kind: "ticket.trash", ticketId }],
      touches: ({ ticketId }) => [{ id: ticketId, fields: ["id"] }],
      stepName: () => t`creating a task`,
      describe: (_, { title, description }) => ({ what: t`New task`, text: [title, description].filter(Boolean).join("\n\n") }),
    },
    "ticket.update": {
      predict: (world, { ticketId, patch }, context) => patchTickets(world, [ticketId], patch, context),
      inverse: (before, { ticketId, patch }) => patchesBack(before, [ticketId], patch),
      touches: ({ ticketId, patch }) => [{ id: ticketId, fields: patchedKeys(patch) }],
      stepName: ({ patch }) => patchName(patch),
      describe: (view, { ticketId, patch }) => ({ what: t`${fieldsIn(view, patch)} of ${ticketName(view, ticketId)}`, text: textsIn(patch) }),
    },
    "tickets.update": {
      predict(world, { ticketIds, patch }, context) {
        // The node changes the scope of one ticket at a time.
        if (patch.private === undefined) patchTickets(world, ticketIds, patch, context);
      },
      inverse: (before, { ticketIds, patch }) => patchesBack(before, ticketIds, patch),
      touches: ({ ticketIds, patch }) => touched(ticketIds, patchedKeys(patch)),
      stepName({ ticketIds, patch }) {
        const change = patchName(patch);
        const count = ticketIds.length;
        return count === 1 ? change : plural(count, { one: `${change} on # task`, other: `${change} on # tasks` });
      },
      describe(view, { ticketIds, patch }) {
        const fields = fieldsIn(view, patch);
        return { what: plural(ticketIds.length, { one: `${fields} of # task`, other: `${fields} of # tasks` }), text: textsIn(patch) };
      },
    },
    "ticket.trash": {
      predict: (world, { ticketId }, context) => trash(world, [ticketId], context),
      inverse: (_, { ticketId }) => [{ kind: "ticket.restore", ticketId }],
      touches: ({ ticketId }) => touched([ticketId], ["trashedAt"]),
      stepName: () => t`moving a task to the trash`,
      describe: (view, { ticketId }) => ({ what: t`Moving ${ticketName(view, ticketId)} to the trash`, text: null }),
    },
    "tickets.trash": {
      predict: (world, { ticketIds }, context) => trash(world, ticketIds, context),
      inverse({ rows }, command) {
        const ticketIds = command.ticketIds.filter((id) => rows.get("ticket", id)?.trashedAt === null);
        return ticketIds.length > 0 ? [{ kind: "tickets.restore", ticketIds }] : null;
      },
      touches: ({ ticketIds }) => touched(ticketIds, ["trashedAt"]),
      stepName: ({ ticketIds }) => plural(ticketIds.length, { one: "moving # task to the trash", other: "moving # tasks to the trash" }),
      describe: (_, { ticketIds }) => ({
        what: plural(ticketIds.length, { one: "Moving # task to the trash", other: "Moving # tasks to the trash" }),
        text: null,
      }),
    },
    "ticket.restore": {
      predict: (world, { ticketId }, context) => restore(world, ticketId, context),
      inverse: (_, { ticketId }) => [{ kind: "ticket.trash", ticketId }],
      touches: ({ ticketId }) => touched([ticketId], ["trashedAt"]),
      stepName: () => t`restoring a task`,
      describe: (view, { ticketId }) => ({ what: t`Restoring ${ticketName(view, ticketId)}`, text: null }),
    },
    "tickets.restore": {
      predict: (world, { ticketIds }, context) => ticketIds.forEach((id) => restore(world, id, context)),
      inverse({ rows }, command) {
        const ticketIds = command.ticketIds.filter((id) => rows.get("ticket", id)?.trashedAt);
        return ticketIds.length > 0 ? [{ kind: "tickets.trash", ticketIds }] : null;
      },
      touches: ({ ticketIds }) => touched(ticketIds, ["trashedAt"]),
      stepName: ({ ticketIds }) => plural(ticketIds.length, { one: "restoring # task", other: "restoring # tasks" }),
      describe: (_, { ticketIds }) => ({
        what: plural(ticketIds.length, { one: "Restoring # task", other: "Restoring # tasks" }),
        text: null,
      }),
    },
    "ticket.delete": {
      predict: (world, { ticketId }, context) => remove(world, ticketId, context),
      inverse: () => null,
      touches: ({ ticketId }) => touched([ticketId], ["id"]),
      stepName: () => t`deleting a task`,
      describe: (view, { ticketId }) => ({ what: t`Deleting ${ticketName(view, ticketId)} permanently`, text: null }),
    },
    "ticket.move": {
      predict: (world, command, context) => placeTickets(world, [command.ticketId], command, context),
      inverse: ({ rows }, { ticketId, listId }) => movesBack(rows, [ticketId], listId),
      touches: ({ ticketId }) => touched([ticketId], ["lists"]),
      stepName: () => t`moving a task`,
      describe: (view, { ticketId }) => ({ what: t`Moving ${ticketName(view, ticketId)}`, text: null }),
    },
    "tickets.move": {
      predict: (world, command, context) => placeTickets(world, command.ticketIds, command, context),
      inverse: ({ rows }, { ticketIds, listId }) => movesBack(rows, ticketIds, listId),
      touches: ({ ticketIds }) => touched(ticketIds, ["lists"]),
      stepName: ({ ticketIds }) => plural(ticketIds.length, { one: "moving # task", other: "moving # tasks" }),
      describe: (_, { ticketIds }) => ({ what: plural(ticketIds.length, { one: "Moving # task", other: "Moving # tasks" }), text: null }),
    },
    "subtask.move": {
      predict(world, command) {
        const ticket = world.ticket(command.ticketId);
        if (ticket && !world.rests(ticket)) moveSubtask(world, command);
      },
      inverse: ({ rows }, { ticketId }) => subtaskBack(rows, ticketId),
      touches: ({ ticketId }) => touched([ticketId], ["subtasksOrder"]),
      stepName: () => t`moving a subtask`,
      describe: (view, { ticketId }) => ({ what: t`Moving ${ticketName(view, ticketId)}`, text: null }),
    },
  },
};

const touched = (ids: string[], fields: string[]) => ids.map((id) => ({ id, fields }));

function trash(world: World, ticketIds: string[], { me, at }: PredictContext): void {
  const tickets = ticketIds.flatMap((id) => world.ticket(id) ?? []);
  if (tickets.some((ticket) => world.rests(ticket))) return;
  for (const { id, trashedAt } of tickets) {
    if (trashedAt === null) world.rows.patch("ticket", id, { trashedAt: at, trashedByUserId: me, updatedAt: at });
  }
}

function restore(world: World, ticketId: string, { at }: PredictContext): void {
  if (!world.ticket(ticketId)?.trashedAt) return;
  world.rows.patch("ticket", ticketId, { trashedAt: null, trashedByUserId: null, updatedAt: at });
}

function remove(world: World, ticketId: string, { at }: PredictContext): void {
  const row = world.ticket(ticketId);
  if (!row?.trashedAt) return;
  const home = homeOf(world, row);
  for (const id of row.subtasksOrder) {
    const child = world.ticket(id);
    if (child) world.putTicket(keptInList(world, { ...child, parentTicketId: null, updatedAt: at }, home));
  }
  if (row.parentTicketId) leaveParent(world, ticketId, row.parentTicketId);
  for (const link of world.rows.rows("link")) {
    if (link.fromTicketId === ticketId || link.toTicketId === ticketId) dropLink(world, link.id);
  }
  for (const kind of ["recurrence", "urlLink"] as const)
    for (const each of world.rows.rows(kind)) if (each.ticketId === ticketId) world.rows.delete(kind, each.id);
  for (const { id, kind, itemId } of world.rows.rows("roadmapPlace")) if (kind === "epic" && itemId === ticketId) world.rows.delete("roadmapPlace", id);
  world.dropTicket(ticketId);
  late.linked?.forget(world, ticketId);
}
