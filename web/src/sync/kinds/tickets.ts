import { isBlank, lineOf } from "@/lib/text";
import type { Command, ListRank, SetPatch, Ticket, TicketPatch } from "@/wire/generated";
import { ranksBehind, rankLast } from "../tables/rank";
import { enterStatus, withDurations } from "./ticketTimes";
import type { PredictContext, World } from "./world";

type CommandOf<K extends Command["kind"]> = Extract<Command, { kind: K }>;

export function createTicket(world: World, command: CommandOf<"ticket.create">, context: PredictContext): void {
  const status = command.statusId ? world.rows.get("status", command.statusId) : world.statusesInOrder()[0];
  if (!status || world.ticket(command.ticketId) || isBlank(command.title)) return;
  const blank: Ticket = {
    id: command.ticketId,
    number: 0,
    private: command.private ?? false,
    title: lineOf(command.title),
    statusId: status.id,
    previousStatusId: null,
    createdUserId: context.me,
    reportBy: command.reportBy ?? null,
    assigneesIds: unique(command.assigneesIds ?? []),
    labels: unique(command.labels ?? []),
    lists: unique(command.listIds ?? []).map((listId) => ({ listId, rank: lastRankIn(world, listId, command.private ?? false) })),
    parentTicketId: null,
    subtasksOrder: [],
    priority: command.priority ?? null,
    startDate: command.startDate ?? null,
    dueDate: command.dueDate ?? null,
    completed: false,
    completedAt: null,
    completedByUserId: null,
    trashedAt: null,
    trashedByUserId: null,
    comments: 0,
    commentedByUserIds: [],
    completedIn: null,
    delayedFor: null,
    inProgressFor: 0,
    inProgressSince: null,
    createdAt: context.at,
    updatedAt: context.at,
  };
  world.putTicket(enterStatus(blank, status, context.me, context.at));
  if (command.parentTicketId) setParent(world, blank.id, command.parentTicketId);
}

export function patchTicket(world: World, ticketId: string, patch: TicketPatch, context: PredictContext): void {
  const before = world.ticket(ticketId);
  // The node refuses a title with nothing visible, together with the rest of its command.
  if (!before || (patch.title !== undefined && isBlank(patch.title))) return;
  let ticket: Ticket = { ...before };
  if (patch.private !== undefined && patch.private !== ticket.private) {
    // Numbers are counted by scope: the node gives a new one.
    ticket = { ...ticket, private: patch.private, number: 0 };
  }
  if (patch.title !== undefined) ticket.title = lineOf(patch.title);
  if (patch.description !== undefined) {
    const description = patch.description;
    world.detail(ticketId, () => ({ description }));
  }
  const status = patch.statusId && patch.statusId !== ticket.statusId ? world.rows.get("status", patch.statusId) : null;
  if (status) ticket = enterStatus(ticket, status, context.me, context.at);
  if (patch.assigneesIds) ticket.assigneesIds = patchedSet(ticket.assigneesIds, patch.assigneesIds);
  if (patch.labels) ticket.labels = patchedSet(ticket.labels, patch.labels);
  if (patch.lists) ticket.lists = patchedLists(world, ticket, patch.lists);
  if (patch.priority !== undefined) ticket.priority = patch.priority;
  if (patch.startDate !== undefined) ticket.startDate = patch.startDate;
  if (patch.dueDate !== undefined) ticket = withDurations({ ...ticket, dueDate: patch.dueDate });
  if (patch.reportBy !== undefined) ticket.reportBy = patch.reportBy;
  world.putTicket({ ...ticket, updatedAt: context.at });
  if (patch.parentTicketId !== undefined) setParent(world, ticketId, patch.parentTicketId);
}

export function trashTicket(world: World, ticketId: string, context: PredictContext): void {
  if (world.ticket(ticketId)?.trashedAt === null) {
    const trash = { trashedAt: context.at, trashedByUserId: context.me, updatedAt: context.at };
    world.rows.patch("ticket", ticketId, trash);
  }
}

export function restoreTicket(world: World, ticketId: string, context: PredictContext): void {
  if (world.ticket(ticketId)?.trashedAt) {
    world.rows.patch("ticket", ticketId, { trashedAt: null, trashedByUserId: null, updatedAt: context.at });
  }
}

export function deleteTicket(world: World, ticketId: string): void {
  const ticket = world.ticket(ticketId);
  if (!ticket?.trashedAt) return;
  for (const child of ticket.subtasksOrder) world.rows.patch("ticket", child, { parentTicketId: null });
  if (ticket.parentTicketId) leaveParent(world, ticketId, ticket.parentTicketId);
  for (const link of world.rows.rows("link")) {
    if (link.fromTicketId === ticketId || link.toTicketId === ticketId) world.rows.delete("link", link.id);
  }
  world.dropTicket(ticketId);
}

/** One behind the other, between `after` and what follows it. */
export function placeTickets(world: World, ticketIds: string[], { listId, after }: { listId: string; after?: string }): void {
  const ids = unique(ticketIds);
  const tickets = ids.flatMap((id) => world.ticket(id) ?? []);
  if (tickets.length < ids.length) return;
  const ranks = ranksBehind(world.placesIn(listId), after ?? null, ids);
  tickets.forEach((ticket, index) => {
    const rank = ranks?.[index];
    if (rank === undefined) return;
    const place = { listId, rank };
    const lists = ticket.lists.some((it) => it.listId === listId)
      ? ticket.lists.map((it) => (it.listId === listId ? place : it))
      : [...ticket.lists, place];
    world.putTicket({ ...ticket, lists });
  });
}

export function moveSubtask(world: World, command: CommandOf<"subtask.move">): void {
  const parentId = world.ticket(command.ticketId)?.parentTicketId;
  const parent = parentId ? world.ticket(parentId) : undefined;
  if (!parent) return;
  const order = parent.subtasksOrder.filter((id) => id !== command.ticketId);
  const place = command.after ? order.indexOf(command.after) + 1 : 0;
  if (command.after && place === 0) return;
  order.splice(place, 0, command.ticketId);
  world.rows.patch("ticket", parent.id, { subtasksOrder: order });
}

function setParent(world: World, ticketId: string, parentId: string | null): void {
  const ticket = world.ticket(ticketId);
  if (!ticket || ticket.parentTicketId === parentId) return;
  if (parentId && (!world.ticket(parentId) || isAncestor(world, ticketId, parentId))) return;
  if (ticket.parentTicketId) leaveParent(world, ticketId, ticket.parentTicketId);
  const parent = parentId ? world.ticket(parentId) : undefined;
  if (parent) world.rows.patch("ticket", parent.id, { subtasksOrder: [...parent.subtasksOrder, ticketId] });
  world.rows.patch("ticket", ticketId, { parentTicketId: parentId });
}

function leaveParent(world: World, ticketId: string, parentId: string): void {
  const order = world.ticket(parentId)?.subtasksOrder ?? [];
  world.rows.patch("ticket", parentId, { subtasksOrder: order.filter((id) => id !== ticketId) });
}

/** Whether `ticketId` is `of` or stands above it: such a parent is refused as a cycle. */
function isAncestor(world: World, ticketId: string, of: string): boolean {
  const seen = new Set<string>();
  for (let at: string | null | undefined = of; at && !seen.has(at); at = world.ticket(at)?.parentTicketId) {
    if (at === ticketId) return true;
    seen.add(at);
  }
  return false;
}

/** A shared ticket is ranked among shared tickets only, so its rank reveals nothing about private ones. */
function lastRankIn(world: World, listId: string, isPrivate: boolean): string {
  const places = [...world.placesIn(listId).values()];
  return rankLast(isPrivate ? places : places.filter((place) => !place.private));
}

export function patchedLists(world: World, ticket: Pick<Ticket, "lists" | "private">, patch: SetPatch<string>): ListRank[] {
  const kept = ticket.lists.filter((place) => !patch.remove?.includes(place.listId));
  const added = (patch.add ?? []).filter((id) => !kept.some((place) => place.listId === id) && world.rows.get("list", id));
  return [...kept, ...unique(added).map((listId) => ({ listId, rank: lastRankIn(world, listId, ticket.private) }))];
}

export function patchedSet(ids: string[], patch: SetPatch<string>): string[] {
  return unique([...ids.filter((id) => !patch.remove?.includes(id)), ...(patch.add ?? [])]);
}

const unique = (ids: string[]) => [...new Set(ids)];
