import { t } from "@lingui/core/macro";
import { addDays, today, type PlainDate } from "@/lib/plainDate";
import { restrictedLists, sees, type Sight, type TicketHome } from "@/sync/homes";
import { isOffered } from "@/sync/kinds/ticket/valueIds";
import { valueFor } from "@/sync/kinds/ticket/values";
import { hasAttribute } from "@/sync/tables/values";
import type { SyncState } from "@/sync/types";
import type { Command, FieldValue, Template, TemplateTicket, TicketCreate } from "@/wire/generated";
import { listed } from "@/words/i18n";
import { displayFor } from "./savedViews";

/** The rows that a template may name. */
export type Known = Sight & Pick<SyncState, "statuses" | "labels" | "attributes" | "options" | "taskTypes" | "components" | "fixVersions" | "lists">;

/** What a template may name that is gone. */
type Gone = "status" | "label" | "person" | "type" | "component" | "version" | "attribute";

/** What was left out of new tickets, because it is gone or because a person does not see them. */
export type LeftOut = ReadonlySet<Gone>;

const goneWords: Record<Gone, () => string> = {
  status: () => t`statuses`,
  label: () => t`labels`,
  person: () => t`people`,
  type: () => t`task types`,
  component: () => t`components`,
  version: () => t`fix versions`,
  attribute: () => t`values of attributes`,
};

/** Tells what was left out; null if nothing was. */
export function leftOutText(leftOut: LeftOut): string | null {
  if (leftOut.size === 0) return null;
  const what = listed([...leftOut].map((one) => goneWords[one]()));
  return t`Left out, because they no longer exist or can't see the task: ${what}`;
}

/** Where the new tickets are made. */
export interface UsePlace {
  listIds: readonly string[];
  isPrivate: boolean;
  parentId?: string;
  day?: PlainDate;
}

const homeAt = (view: Pick<Known, "shares">, { listIds, isPrivate }: UsePlace): TicketHome =>
  isPrivate ? "private" : (listIds.find((id) => restrictedLists(view).has(id)) ?? "open");

/** The fields of a new ticket from a template, without what is gone. Adds what it leaves out to `leftOut`. */
export function fieldsFrom(view: Known, kept: TemplateTicket, place: UsePlace, leftOut: Set<Gone>): Omit<TicketCreate, "ticketId"> {
  const home = homeAt(view, place);
  const day = place.day ?? today();
  const among = <T extends string>(ids: readonly T[], stays: (id: T) => boolean, what: Gone): T[] => {
    const left = ids.filter(stays);
    if (left.length < ids.length) leftOut.add(what);
    return left;
  };
  const one = (id: string | null, rows: Readonly<Record<string, unknown>>, what: Gone) => (id === null ? [] : among([id], (it) => rows[it] !== undefined, what));
  const isThere = (userId: string) => view.members[userId]?.state !== "left" && sees(view, userId, home);
  const fields: Record<string, FieldValue> = {};
  for (const [id, value] of Object.entries(kept.fields)) {
    const attribute = view.attributes[id];
    const type = attribute && hasAttribute(attribute, place.listIds.map((listId) => ({ listId }))) ? attribute.type : undefined;
    const sets = attribute?.labelSets;
    const exists = (it: string) => (type === "users" ? isThere(it) : sets ? view.labels[it] !== undefined && isOffered(sets, it) : view.options[it]?.attributeId === id);
    const fit = type && Array.isArray(value) ? value.filter(exists) : value;
    const usable = type !== undefined && !(Array.isArray(fit) && fit.length === 0) ? valueFor(type, exists, undefined, fit) : undefined;
    if (usable == null || fit !== value && Array.isArray(value) && Array.isArray(fit) && fit.length < value.length) leftOut.add(type === "users" ? "person" : "attribute");
    if (usable != null) fields[id] = usable;
  }
  const [statusId] = one(kept.statusId, view.statuses, "status");
  const [taskTypeId] = one(kept.taskTypeId, view.taskTypes, "type");
  const assigneesIds = among(kept.assigneesIds, isThere, "person");
  const labels = among(kept.labels, (id) => view.labels[id] !== undefined, "label");
  const componentsIds = among(kept.componentsIds, (id) => view.components[id] !== undefined, "component");
  const fixVersionsIds = among(kept.fixVersionsIds, (id) => view.fixVersions[id] !== undefined, "version");
  return {
    title: kept.title,
    listIds: [...place.listIds],
    ...(place.isPrivate && { private: true }),
    ...(place.parentId !== undefined && { parentTicketId: place.parentId }),
    ...(kept.description !== "" && { description: kept.description }),
    ...(statusId !== undefined && { statusId }),
    ...(kept.priority !== null && { priority: kept.priority }),
    ...(assigneesIds.length > 0 && { assigneesIds }),
    ...(labels.length > 0 && { labels }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(taskTypeId !== undefined && { taskTypeId }),
    ...(componentsIds.length > 0 && { componentsIds }),
    ...(fixVersionsIds.length > 0 && { fixVersionsIds }),
    ...(kept.startAfter !== null && { startDate: addDays(day, kept.startAfter) }),
    ...(kept.dueAfter !== null && { dueDate: addDays(day, kept.dueAfter) }),
  };
}

/** The commands that make tickets of a template with all that is below them, parents first. */
export function ticketsFrom(view: Known, tickets: readonly TemplateTicket[], place: UsePlace, idOf: () => string, leftOut: Set<Gone>): Command[] {
  const reporter = view.me === null ? {} : { reportBy: view.me };
  return tickets.flatMap((kept): Command[] => {
    const ticketId = idOf();
    const own: Command = { kind: "ticket.create", ticketId, ...reporter, ...fieldsFrom(view, kept, place, leftOut) };
    return [own, ...ticketsFrom(view, kept.subtasks, { ...place, parentId: ticketId }, idOf, leftOut)];
  });
}

/** The commands that make a list from a template, without the list itself: its views and its tickets. */
export function contentOfList(view: Known, { id, list, tickets }: Template, listId: string, idOf: () => string, leftOut: Set<Gone>): Command[] {
  const views = (list?.views ?? []).map(({ dateLayout, display, icon, ...one }): Command => {
    // The id of the template stands for the new list.
    const filter = one.filter.replaceAll(id, listId);
    const newer = { ...(dateLayout && { dateLayout }), ...(display && { display: displayFor(display, id, listId) }), ...(icon && { icon }) };
    return { kind: "savedView.create", savedViewId: idOf(), personal: false, listId, ...one, ...newer, filter };
  });
  return [...views, ...ticketsFrom(view, tickets, { listIds: [listId], isPrivate: false }, idOf, leftOut)];
}

/** How many tickets a template makes. */
export const countIn = (tickets: readonly TemplateTicket[]): number => tickets.reduce((sum, { subtasks }) => sum + 1 + countIn(subtasks), 0);

type Offered = Pick<SyncState, "templates" | "lists">;

const byName = (a: Template, b: Template) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);

/** The templates for a task: those of the list first, then those of all lists. Templates of other lists follow. */
export function templatesOfTasks({ templates, lists }: Offered, listId: string | null): readonly Template[] {
  const place = ({ listId: own }: Template) => (own !== null && own === listId ? 0 : own === null ? 1 : 2);
  const shown = Object.values(templates).filter((one) => one.list === null && (one.listId === null || (lists[one.listId] && !lists[one.listId]?.archivedAt)));
  return shown.toSorted((a, b) => place(a) - place(b) || byName(a, b));
}

/** The templates for a list, by name. */
export const templatesOfLists = ({ templates }: Pick<SyncState, "templates">): readonly Template[] =>
  Object.values(templates).filter(({ list }) => list !== null).toSorted(byName);
