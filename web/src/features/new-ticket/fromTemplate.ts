import { fieldsFrom, type Known, type LeftOut } from "@/actions/templateUse";
import type { Field } from "@/fields/field";
import { withPart } from "@/fields/field";
import { lists as listsField } from "@/fields/lists";
import type { Value } from "@/fields/value";
import { daysBetween, today } from "@/lib/plainDate";
import { blankTicket } from "@/sync/kinds/ticket/create";
import type { TemplateTicket, Ticket } from "@/wire/generated";
import { asNewTicket, chosenIn, type Draft } from "./draft";

/** A value of a ticket as a draft holds it; null for a field that a draft cannot have. */
function chosen(value: Value, ticket: Ticket): readonly string[] | null {
  if (value.kind === "many") return value.read(ticket);
  if (value.kind !== "one" && value.kind !== "date" && value.kind !== "entry") return null;
  const one = value.read(ticket);
  return one === null ? [] : [one];
}

type Reading = { draft: Draft; leftOut: LeftOut };

/** The draft with the values of a template, without what is gone. The lists stay, and a title that was typed stays, too. */
export function withTemplate(draft: Draft, kept: TemplateTicket, view: Known, fields: readonly Field[]): Reading {
  const leftOut = new Set<Parameters<LeftOut["has"]>[0]>();
  const listIds = chosenIn(draft, listsField);
  const { statusId, assigneesIds = [], labels = [], componentsIds = [], fixVersionsIds = [], ...rest } = fieldsFrom(view, kept, { listIds, isPrivate: draft.private }, leftOut);
  const blank = blankTicket({ ticketId: "", title: kept.title }, statusId ?? "", { me: "", at: "" });
  const { priority = null, startDate = null, dueDate = null, fields: own = {}, taskTypeId = null } = rest;
  const ticket: Ticket = { ...blank, assigneesIds, labels, componentsIds, fixVersionsIds, priority, startDate, dueDate, fields: own, taskTypeId };
  const values: Record<string, readonly string[]> = { ...draft.values };
  for (const field of withPart(fields, "draft")) {
    if (field.id === listsField.id || (field.key === "statusId" && statusId === undefined)) continue;
    const ids = chosen(field.value, ticket);
    // An attribute that the template does not name keeps its default.
    if (ids && ids.length > 0) values[field.id] = ids;
  }
  return {
    draft: {
      ...draft,
      title: draft.title.trim() === "" ? kept.title : draft.title,
      description: draft.description.trim() === "" ? kept.description : draft.description,
      values,
    },
    leftOut,
  };
}

/** A draft as a template keeps it. Days are counted from today. */
export function asTemplate(draft: Draft, fields: readonly Field[], subtasks: readonly TemplateTicket[]): TemplateTicket {
  const made = asNewTicket(draft, fields);
  const after = (date: string | null | undefined) => (date ? Math.min(9_999, Math.max(0, daysBetween(today(), date))) : null);
  return {
    title: made.title,
    description: made.description ?? "",
    statusId: made.statusId ?? null,
    priority: made.priority ?? null,
    assigneesIds: made.assigneesIds ?? [],
    labels: made.labels ?? [],
    fields: made.fields ?? {},
    taskTypeId: made.taskTypeId ?? null,
    componentsIds: made.componentsIds ?? [],
    fixVersionsIds: made.fixVersionsIds ?? [],
    startAfter: after(made.startDate),
    dueAfter: after(made.dueDate),
    subtasks: [...subtasks],
  };
}

/** A task of a template that has a title alone. */
export const titled = (title: string): TemplateTicket => ({
  title,
  description: "",
  statusId: null,
  priority: null,
  assigneesIds: [],
  labels: [],
  fields: {},
  taskTypeId: null,
  componentsIds: [],
  fixVersionsIds: [],
  startAfter: null,
  dueAfter: null,
  subtasks: [],
});
