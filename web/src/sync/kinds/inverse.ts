import type { Command, Ticket, TicketPatch } from "@/wire/generated";
import type { Details } from "../details/details";
import { byRank, type Ranked } from "../tables/rank";
import { same, type Tables } from "../tables/tables";

/** What the view held when something was done. */
export interface Before {
  tables: Tables;
  details: Details;
  me: string;
}

/**
 * The commands that take a command back, computed from the state before it;
 * null for what cannot be taken back. Only what the command really changed is
 * put back, so that undoing does not take away what was there anyway.
 */
export function inverseOf(before: Before, command: Command): Command[] | null {
  const { tables } = before;
  switch (command.kind) {
    case "workspace.update": {
      const row = Object.values(tables.workspace)[0];
      return row ? [{ kind: "workspace.update", patch: picked(row, command.patch) }] : null;
    }
    case "member.setRole": {
      const { userId } = command;
      const role = tables.member[userId]?.role;
      return role ? [{ kind: "member.setRole", userId, role }] : null;
    }
    case "member.remove":
    case "ticket.delete":
    case "comment.delete":
      return null;
    case "status.create": {
      const moveTo = Object.values(tables.status).toSorted(byRank)[0]?.id;
      return moveTo ? [{ kind: "status.delete", statusId: command.statusId, moveTo }] : null;
    }
    case "status.update": {
      const { statusId } = command;
      const row = tables.status[statusId];
      return row ? [{ kind: "status.update", statusId, patch: picked(row, command.patch) }] : null;
    }
    case "status.move": {
      const { statusId } = command;
      return [{ kind: "status.move", statusId, ...after(Object.values(tables.status), statusId) }];
    }
    case "status.delete":
      return restoreStatus(tables, command.statusId);
    case "list.create":
      return [{ kind: "list.delete", listId: command.listId }];
    case "list.update": {
      const { listId } = command;
      const row = tables.list[listId];
      return row ? [{ kind: "list.update", listId, patch: picked(row, command.patch) }] : null;
    }
    case "list.move": {
      const { listId } = command;
      return [{ kind: "list.move", listId, ...after(Object.values(tables.list), listId) }];
    }
    case "list.delete":
      return restoreList(tables, command.listId, command.moveTo);
    case "label.create":
      return [{ kind: "label.delete", labelId: command.labelId }];
    case "label.update": {
      const { labelId } = command;
      const row = tables.label[labelId];
      return row ? [{ kind: "label.update", labelId, patch: picked(row, command.patch) }] : null;
    }
    case "label.delete":
      return restoreLabel(tables, command.labelId);
    case "ticket.create":
      return [{ kind: "ticket.trash", ticketId: command.ticketId }];
    case "ticket.update":
      return unpatch(before, [command.ticketId], command.patch);
    case "tickets.update":
      return unpatch(before, command.ticketIds, command.patch);
    case "ticket.trash":
      return [{ kind: "ticket.restore", ticketId: command.ticketId }];
    case "ticket.restore":
      return [{ kind: "ticket.trash", ticketId: command.ticketId }];
    case "tickets.trash": {
      const ticketIds = command.ticketIds.filter((id) => tables.ticket[id]?.trashedAt === null);
      return ticketIds.length > 0 ? [{ kind: "tickets.restore", ticketIds }] : null;
    }
    case "tickets.restore": {
      const ticketIds = command.ticketIds.filter((id) => tables.ticket[id]?.trashedAt);
      return ticketIds.length > 0 ? [{ kind: "tickets.trash", ticketIds }] : null;
    }
    case "ticket.move":
      return unmove(tables, [command.ticketId], command.listId);
    case "tickets.move":
      return unmove(tables, command.ticketIds, command.listId);
    case "subtask.move":
      return putBackUnderParent(tables, command.ticketId);
    case "link.create":
      return [{ kind: "link.delete", linkId: command.linkId }];
    case "link.delete": {
      const link = tables.link[command.linkId];
      if (!link) return null;
      const { id: linkId, kind: linkKind, fromTicketId, toTicketId } = link;
      return [{ kind: "link.create", linkId, linkKind, fromTicketId, toTicketId }];
    }
    case "comment.create":
      return [{ kind: "comment.delete", commentId: command.commentId }];
    case "comment.update": {
      const { commentId } = command;
      const comments = Object.values(before.details).flatMap((held) => held.activities);
      const message = comments.find((activity) => activity.id === commentId)?.message;
      return message ? [{ kind: "comment.update", commentId, message }] : null;
    }
    case "reaction.add":
      return [{ ...command, kind: "reaction.remove" }];
    case "reaction.remove":
      return [{ ...command, kind: "reaction.add" }];
  }
}

/** The fields that a patch names, as the row has them. */
function picked<P extends object>(row: P, patch: P): P {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof P]])) as P;
}

/** `after` as commands have it: the neighbour in front of the thing now. */
function after(rows: Ranked[], id: string): { after?: string } {
  const sorted = rows.toSorted(byRank);
  const neighbour = sorted[sorted.findIndex((row) => row.id === id) - 1];
  return neighbour ? { after: neighbour.id } : {};
}

function inList(tables: Tables, listId: string): Ranked[] {
  return Object.values(tables.ticket).flatMap((ticket) => {
    const place = ticket.lists.find((it) => it.listId === listId);
    return place ? [{ id: ticket.id, rank: place.rank }] : [];
  });
}

/** Back to where they stood; those that stood one behind the other go back together. */
function unmove(tables: Tables, ticketIds: string[], listId: string): Command[] | null {
  const moved = new Set(ticketIds.filter((id) => tables.ticket[id]));
  const came = new Set([...moved].filter((id) => !tables.ticket[id]?.lists.some((place) => place.listId === listId)));
  const runs: { ids: string[]; after: string | undefined }[] = [];
  let before: string | undefined;
  let run: { ids: string[]; after: string | undefined } | null = null;
  for (const { id } of moved.size > came.size ? inList(tables, listId).toSorted(byRank) : []) {
    if (!moved.has(id)) run = null;
    else if (run) run.ids.push(id);
    else runs.push((run = { ids: [id], after: before }));
    before = id;
  }
  const left: Command[] = came.size > 0 ? [patchOf([...came], { lists: { add: [], remove: [listId] } })] : [];
  const back = runs.map(({ ids, after: behind }): Command => {
    const [only] = ids;
    const place = { listId, ...(behind !== undefined && { after: behind }) };
    return ids.length === 1 && only !== undefined
      ? { kind: "ticket.move", ticketId: only, ...place }
      : { kind: "tickets.move", ticketIds: ids, ...place };
  });
  return moved.size > 0 ? [...left, ...back] : null;
}

function patchOf(ids: string[], patch: TicketPatch): Command {
  const [only] = ids;
  return ids.length === 1 && only !== undefined
    ? { kind: "ticket.update", ticketId: only, patch }
    : { kind: "tickets.update", ticketIds: ids, patch };
}

function putBackUnderParent(tables: Tables, ticketId: string): Command[] | null {
  const parentId = tables.ticket[ticketId]?.parentTicketId;
  const order = (parentId && tables.ticket[parentId]?.subtasksOrder) || [];
  const place = order.indexOf(ticketId);
  const neighbour = order[place - 1];
  return place < 0 ? null : [{ kind: "subtask.move", ticketId, ...(neighbour && { after: neighbour }) }];
}

/** Patches that put the tickets back, those that are alike as one command. */
function unpatch(before: Before, ticketIds: string[], patch: TicketPatch): Command[] | null {
  const groups: { patch: TicketPatch; ids: string[] }[] = [];
  const places: Command[] = [];
  for (const id of ticketIds) {
    const ticket = before.tables.ticket[id];
    if (!ticket) continue;
    const back = unpatchOne(before, ticket, patch);
    for (const listId of back.lists?.add ?? []) places.push(...(unmove(before.tables, [id], listId) ?? []));
    if (patch.parentTicketId !== undefined) places.push(...(putBackUnderParent(before.tables, id) ?? []));
    if (Object.keys(back).length === 0) continue;
    const group = groups.find((other) => same(other.patch, back));
    if (group) group.ids.push(id);
    else groups.push({ patch: back, ids: [id] });
  }
  const patches = groups.map(({ patch, ids }) => patchOf(ids, patch));
  return patches.length > 0 ? [...patches, ...places] : null;
}

const plainFields = ["title", "statusId", "priority", "startDate", "dueDate", "reportBy", "parentTicketId", "private"] as const;

function unpatchOne(before: Before, ticket: Ticket, patch: TicketPatch): TicketPatch {
  const back: Record<string, unknown> = {};
  for (const field of plainFields) {
    if (patch[field] !== undefined && patch[field] !== ticket[field]) back[field] = ticket[field];
  }
  const held = before.details[ticket.id];
  if (patch.description !== undefined && held?.state === "ready" && held.description !== patch.description)
    back.description = held.description ?? "";
  const sets = {
    assigneesIds: ticket.assigneesIds,
    labels: ticket.labels,
    lists: ticket.lists.map((place) => place.listId),
  };
  for (const [field, ids] of Object.entries(sets)) {
    const change = patch[field as keyof typeof sets];
    const add = change?.remove.filter((id) => ids.includes(id)) ?? [];
    const remove = change?.add.filter((id) => !ids.includes(id)) ?? [];
    if (add.length + remove.length > 0) back[field] = { add, remove };
  }
  return back as TicketPatch;
}

function restoreStatus(tables: Tables, statusId: string): Command[] | null {
  const status = tables.status[statusId];
  if (!status) return null;
  const { name, category } = status;
  const statuses = Object.values(tables.status);
  const ticketIds = idsOf(tables, (ticket) => ticket.statusId === statusId);
  const place = after(statuses, statusId);
  return [
    { kind: "status.create", statusId, name, category, ...place },
    ...(place.after ? [] : [{ kind: "status.move", statusId } as const]),
    ...(ticketIds.length > 0 ? [{ kind: "tickets.update", ticketIds, patch: { statusId } } as const] : []),
  ];
}

function restoreList(tables: Tables, listId: string, moveTo: string | undefined): Command[] | null {
  const list = tables.list[listId];
  if (!list) return null;
  const { name, color } = list;
  const place = after(Object.values(tables.list), listId);
  const members = inList(tables, listId).toSorted(byRank);
  const wasThere = new Set(moveTo ? inList(tables, moveTo).map(({ id }) => id) : []);
  // Runs rather than two heaps: what is added later stands further behind, so this keeps the order.
  const runs: { ids: string[]; remove: string[] }[] = [];
  for (const { id } of members) {
    const remove = moveTo && !wasThere.has(id) ? [moveTo] : [];
    const last = runs.at(-1);
    if (last && last.remove.length === remove.length) last.ids.push(id);
    else runs.push({ ids: [id], remove });
  }
  return [
    { kind: "list.create", listId, name, color, ...place },
    ...(place.after ? [] : [{ kind: "list.move", listId } as const]),
    ...runs.map(({ ids, remove }): Command => {
      return { kind: "tickets.update", ticketIds: ids, patch: { lists: { add: [listId], remove } } };
    }),
  ];
}

function restoreLabel(tables: Tables, labelId: string): Command[] | null {
  const label = tables.label[labelId];
  if (!label) return null;
  const { name, color } = label;
  const ticketIds = idsOf(tables, (ticket) => ticket.labels.includes(labelId));
  const patch = { labels: { add: [labelId], remove: [] } };
  return [
    { kind: "label.create", labelId, name, color },
    ...(ticketIds.length > 0 ? [{ kind: "tickets.update", ticketIds, patch } as const] : []),
  ];
}

function idsOf(tables: Tables, wanted: (ticket: Ticket) => boolean): string[] {
  return Object.values(tables.ticket)
    .filter(wanted)
    .map(({ id }) => id);
}
