import { expect, it } from "vitest";
import { ana, attribute, component, doing, fixVersion, id, label, list, member, taskType, ticket } from "@/sync/testing/rows";
import type { TemplateTicket, Ticket, TicketCreate } from "@/wire/generated";
import { copyCommands } from "./duplicate";
import { keptOf } from "./templates";
import { fieldsFrom } from "./templateUse";

interface Carried {
  /** A copy has it (DU2). */
  copy: boolean;
  /** The field in which a template keeps it. */
  template: keyof TemplateTicket | null;
}

/** What copies and templates do with each field of a new ticket. A new field does not compile until it is decided. */
const carried: Record<Exclude<keyof TicketCreate, "ticketId">, Carried> = {
  title: { copy: true, template: "title" },
  description: { copy: true, template: "description" },
  statusId: { copy: true, template: "statusId" },
  priority: { copy: true, template: "priority" },
  assigneesIds: { copy: true, template: "assigneesIds" },
  labels: { copy: true, template: "labels" },
  fields: { copy: true, template: "fields" },
  taskTypeId: { copy: true, template: "taskTypeId" },
  componentsIds: { copy: true, template: "componentsIds" },
  fixVersionsIds: { copy: true, template: "fixVersionsIds" },
  startDate: { copy: true, template: "startAfter" },
  dueDate: { copy: true, template: "dueAfter" },
  // Where a new ticket stands depends on where the template is used.
  private: { copy: true, template: null },
  listIds: { copy: true, template: null },
  parentTicketId: { copy: true, template: null },
  // The person who uses a template reports its tickets.
  reportBy: { copy: true, template: null },
  // A sprint is for the work that was planned for it.
  sprintId: { copy: false, template: null },
};

/** A value for each field, as a ticket has it. */
const full: Ticket = ticket(1, {
  title: "Mend the nets",
  statusId: doing.id,
  priority: "week",
  assigneesIds: [ana],
  labels: [label(1).id],
  fields: { [attribute(1).id]: "rope" },
  taskTypeId: taskType(1).id,
  componentsIds: [component(1).id],
  fixVersionsIds: [fixVersion(1).id],
  startDate: "2026-01-02",
  dueDate: "2026-01-03",
  lists: [{ listId: list(1).id, rank: "V" }],
  parentTicketId: id("4", 9),
  reportBy: ana,
  sprintId: id("13", 1),
});

const view = {
  tickets: { [full.id]: full },
  members: { [ana]: member(ana) },
  roles: {},
  shares: {},
  me: ana,
  statuses: { [doing.id]: doing },
  attributes: { [attribute(1).id]: attribute(1) },
  labels: { [label(1).id]: label(1) },
  options: {},
  taskTypes: { [taskType(1).id]: taskType(1) },
  components: { [component(1).id]: component(1) },
  fixVersions: { [fixVersion(1).id]: fixVersion(1) },
  lists: { [list(1).id]: list(1) },
};
const texts = { [full.id]: "With tar." };
const decided = Object.entries(carried);

it("du2: a copy has every field that is not left out on purpose", () => {
  const copies = decided.flatMap(([field, { copy }]) => (copy ? [field] : []));
  const [command] = copyCommands(view, full, texts, () => id("7", 1));
  expect(Object.keys(command ?? {}).toSorted()).toEqual(["kind", "ticketId", ...copies].toSorted());
});

it("tp1: a template keeps every field that is not left out on purpose", () => {
  const kept: TemplateTicket = keptOf(view, full, texts);
  const names = decided.flatMap(([, { template }]) => template ?? []);
  expect(Object.keys(kept).toSorted()).toEqual([...names, "subtasks"].toSorted());
});

it("tp4: a new task gets every field that its template keeps", () => {
  const kept = keptOf(view, full, texts);
  const fields = decided.flatMap(([field, { template }]) => (template === null ? [] : [field]));
  const made = fieldsFrom(view, kept, { listIds: [list(1).id], isPrivate: false }, new Set());
  expect(Object.keys(made).toSorted()).toEqual([...fields, "listIds"].toSorted());
});
