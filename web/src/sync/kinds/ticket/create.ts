import { lineOf } from "@/lib/text";
import type { Ticket, TicketPatch } from "@/wire/generated";
import type { CommandOf } from "../kind";
import type { PredictContext, World } from "../world";
import { homeOf } from "./home";
import { fits, patched } from "./patch";
import { enterStatus } from "./times";
import { isPresent, valuesOfNew } from "./values";

export function createTicket(world: World, command: CommandOf<"ticket.create">, context: PredictContext): void {
  const status = command.statusId ? world.rows.get("status", command.statusId) : world.statusesInOrder()[0];
  if (!status || world.ticket(command.ticketId)) return;
  const blank = blankTicket(command, status.id, context);
  const named = fieldsOf(command);
  // A subtask in no list lives with its parent.
  const parent = blank.private || named.lists.add.length > 0 || !named.parentTicketId ? undefined : world.ticket(named.parentTicketId);
  const placed = parent && !parent.private ? { ...blank, parentTicketId: parent.id } : blank;
  const list = named.lists.add.find((id) => world.isRestricted(id)) ?? (parent && homeOf(world, parent));
  const sees = (userId: string) =>
    list === undefined || list === "open" || list === "private" ? isPresent(world.rows, userId) : world.rows.rows("share").some((it) => it.listId === list && it.userId === userId);
  const fields = { ...named, fields: valuesOfNew(world.rows, command.fields, named.lists.add.map((listId) => ({ listId })), sees) };
  if (!fits(world, placed, fields, context)) return;
  world.putTicket(enterStatus(patched(world, blank, fields, context), status, context.me, context.at));
}

/** Every field that a patch has, so that a forgotten one does not compile. Status and privacy are set elsewhere, and the description belongs to the details. */
type FieldsOfNew = Required<Omit<TicketPatch, "statusId" | "private" | "description">>;

/** The fields to set on the new ticket, apart from its status. */
function fieldsOf({ title, assigneesIds, labels, listIds, priority, startDate, dueDate, reportBy, parentTicketId, fields, taskTypeId, componentsIds, fixVersionsIds, sprintId }: CommandOf<"ticket.create">): FieldsOfNew {
  const added = (ids: string[] = []) => ({ add: ids, remove: [] });
  return {
    title,
    assigneesIds: added(assigneesIds),
    labels: added(labels),
    lists: added(listIds),
    priority: priority ?? null,
    startDate: startDate ?? null,
    dueDate: dueDate ?? null,
    reportBy: reportBy ?? null,
    parentTicketId: parentTicketId ?? null,
    fields: fields ?? {},
    taskTypeId: taskTypeId ?? null,
    componentsIds: added(componentsIds),
    fixVersionsIds: added(fixVersionsIds),
    sprintId: sprintId ?? null,
  };
}

/** A new ticket without any value but these. */
export function blankTicket({ ticketId, title, private: isPrivate }: Pick<CommandOf<"ticket.create">, "ticketId" | "title" | "private">, statusId: string, { me, at }: Pick<PredictContext, "me" | "at">): Ticket {
  return {
    id: ticketId,
    number: 0,
    private: isPrivate ?? false,
    title: lineOf(title),
    statusId,
    previousStatusId: null,
    createdUserId: me,
    reportBy: null,
    assigneesIds: [],
    labels: [],
    lists: [],
    parentTicketId: null,
    subtasksOrder: [],
    priority: null,
    startDate: null,
    dueDate: null,
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
    taskTypeId: null,
    componentsIds: [],
    fixVersionsIds: [],
    sprintId: null,
    createdAt: at,
    updatedAt: at,
  };
}
