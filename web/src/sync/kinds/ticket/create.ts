import { isBlank, lineOf } from "@/lib/text";
import type { Ticket } from "@/wire/generated";
import type { CommandOf } from "../kind";
import type { PredictContext, World } from "../world";
import { underParent } from "./parents";
import { lastRankIn, unique } from "./places";
import { enterStatus } from "./times";

export function createTicket(world: World, command: CommandOf<"ticket.create">, { me, at }: PredictContext): void {
  const status = command.statusId ? world.rows.get("status", command.statusId) : world.statusesInOrder()[0];
  if (!status || world.ticket(command.ticketId) || isBlank(command.title)) return;
  const isPrivate = command.private ?? false;
  const blank: Ticket = {
    id: command.ticketId,
    number: 0,
    private: isPrivate,
    title: lineOf(command.title),
    statusId: status.id,
    previousStatusId: null,
    createdUserId: me,
    reportBy: command.reportBy ?? null,
    assigneesIds: unique(command.assigneesIds ?? []),
    labels: unique(command.labels ?? []),
    lists: unique(command.listIds ?? []).map((listId) => ({ listId, rank: lastRankIn(world, listId, isPrivate) })),
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
    createdAt: at,
    updatedAt: at,
  };
  const entered = enterStatus(blank, status, me, at);
  world.putTicket(command.parentTicketId ? underParent(world, entered, command.parentTicketId) : entered);
}
