import { t } from "@lingui/core/macro";
import { LayoutTemplate } from "lucide-react";
import { loadDescriptions, loadListDescriptions } from "@/api/workspaces";
import { languageOf, readStored, withIds } from "@/fields/filter/filterLanguage";
import { fieldsOf } from "@/fields/registry";
import { daysBetween, today } from "@/lib/plainDate";
import { restrictedLists } from "@/sync/homes";
import { subtasksOf } from "@/sync/selectors";
import { dispatch, newId, undo, useTroupe } from "@/sync/store";
import { hasAttribute } from "@/sync/tables/values";
import type { Answer, SyncState } from "@/sync/types";
import { tell } from "@/ui/Toast";
import type { Attribute, TemplateList, TemplatePatch, TemplateTicket, Ticket } from "@/wire/generated";
import { rootsInList } from "./duplicateList";
import { displayFor, displayWithout, sharedViewsOf } from "./savedViews";
import { offerAgain } from "./tellFailure";

/** The most tickets of a template. */
export const mostKept = 100;

type Texts = Readonly<Record<string, string>>;
type Kept = Pick<SyncState, "tickets" | "statuses" | "attributes" | "shares">;

/** Days from the creation of a ticket to a date of it; a date before the creation counts as that day. */
const daysAfter = (ticket: Ticket, date: string | null): number | null =>
  date === null ? null : Math.min(9_999, Math.max(0, daysBetween(today(new Date(ticket.createdAt)), date)));

/** A ticket and all that is below it, as a template keeps them. */
export function keptOf(view: Kept, ticket: Ticket, texts: Texts, listId: string | null = null): TemplateTicket {
  const restricted = restrictedLists(view);
  // A template may name an attribute of a restricted list only if it belongs to that list itself. A template of a restricted list names no attribute of open lists.
  const stays = (attribute: Attribute | undefined, { lists }: Ticket) => {
    if (!attribute || !hasAttribute(attribute, lists)) return false;
    const home = attribute.listIds?.find((id) => restricted.has(id));
    return !attribute.listIds || (listId !== null && restricted.has(listId) ? home === listId : home === undefined);
  };
  const category = view.statuses[ticket.statusId]?.category;
  const isOver = category === "completed" || category === "canceled";
  return {
    title: ticket.title,
    description: texts[ticket.id] ?? "",
    statusId: isOver ? null : ticket.statusId,
    priority: ticket.priority,
    assigneesIds: ticket.assigneesIds,
    labels: ticket.labels,
    fields: Object.fromEntries(Object.entries(ticket.fields ?? {}).filter(([id]) => stays(view.attributes[id], ticket))),
    taskTypeId: ticket.taskTypeId ?? null,
    componentsIds: ticket.componentsIds ?? [],
    fixVersionsIds: ticket.fixVersionsIds ?? [],
    startAfter: daysAfter(ticket, ticket.startDate),
    dueAfter: daysAfter(ticket, ticket.dueDate),
    subtasks: subtasksOf(view, ticket.id).map((below) => keptOf(view, below, texts, listId)),
  };
}

/** The settings and the shared views of a list, as the template `id` keeps them. Conditions on other lists are left out. */
export function keptOfList(state: SyncState, listId: string, id: string): TemplateList | null {
  const list = state.lists[listId];
  if (!list) return null;
  const config = { ...state, lists: { [listId]: list } };
  const language = languageOf(fieldsOf(config), config);
  const isOther = (other: string) => other !== listId && state.lists[other] !== undefined;
  return {
    color: list.color,
    icon: list.icon ?? null,
    description: list.description ?? "",
    views: sharedViewsOf(state.savedViews, listId).map(({ name, layout, dateLayout, filter, groupBy, sortBy, descending, columns, display, icon }) => ({
      name,
      layout,
      dateLayout: dateLayout ?? null,
      filter: withIds(readStored(filter, language).filter, language).replaceAll(listId, id),
      groupBy,
      sortBy,
      descending,
      columns,
      display: display ? displayFor(displayWithout(display, isOther), listId, id) : null,
      icon: icon ?? null,
    })),
  };
}

/** A description that was typed a moment ago may not have reached the node. */
function withTyped(texts: Texts, { details }: Pick<SyncState, "details">): Texts {
  const typed = Object.entries(details).flatMap(([id, held]) => (held.state === "ready" ? [[id, held.description ?? ""] as const] : []));
  return { ...texts, ...Object.fromEntries(typed) };
}

function saved(name: string, said: Promise<Answer>): void {
  void said.then(({ ok }) => ok && tell({ text: t`Saved the template “${name}”`, icon: LayoutTemplate, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }));
}

const notLoaded = (again: () => Promise<void>) =>
  offerAgain(t`No template was saved, because the descriptions could not be loaded. Try again when you are online.`, again);

/** Saves a ticket with its subtasks as a template of a list, or of all lists. */
export async function saveTicketTemplate(ticketId: string, name: string, listId: string | null): Promise<void> {
  const workspaceId = useTroupe.getState().workspace?.id;
  if (workspaceId === undefined) return;
  const loaded = await loadDescriptions(workspaceId, ticketId).catch(() => null);
  const now = useTroupe.getState();
  const ticket = now.tickets[ticketId];
  if (loaded === null) return notLoaded(() => saveTicketTemplate(ticketId, name, listId));
  if (!ticket || now.workspace?.id !== workspaceId) return;
  const kept = keptOf(now, ticket, withTyped(loaded.descriptions, now), listId);
  saved(name, dispatch({ kind: "template.create", templateId: newId(), name, tickets: [kept], ...(listId !== null && { listId }) }));
}

/** Saves a list as a template, with its tasks if that is wanted. */
export async function saveListTemplate(listId: string, name: string, withTasks: boolean): Promise<void> {
  const workspaceId = useTroupe.getState().workspace?.id;
  if (workspaceId === undefined) return;
  const loaded = withTasks ? await loadListDescriptions(workspaceId, listId).catch(() => null) : { descriptions: {} };
  const now = useTroupe.getState();
  const templateId = newId();
  const list = keptOfList(now, listId, templateId);
  if (loaded === null) return notLoaded(() => saveListTemplate(listId, name, withTasks));
  if (list === null || now.workspace?.id !== workspaceId) return;
  const texts = withTyped(loaded.descriptions, now);
  const roots = withTasks ? rootsInList(now, listId).filter((ticket) => !ticket.private) : [];
  saved(name, dispatch({ kind: "template.create", templateId, name, list, tickets: roots.map((root) => keptOf(now, root, texts)) }));
}

/** Saves a new template of a task. */
export const createTemplate = (name: string, ticket: TemplateTicket, listId: string | null): void =>
  saved(name, dispatch({ kind: "template.create", templateId: newId(), name, tickets: [ticket], ...(listId !== null && { listId }) }));

export const updateTemplate = (templateId: string, name: string, patch: TemplatePatch): void => saved(name, dispatch({ kind: "template.update", templateId, patch }));

/** Deletes a template, with a way back. */
export function deleteTemplate(templateId: string, name: string): void {
  void dispatch({ kind: "template.delete", templateId }).then(
    ({ ok }) => ok && tell({ text: t`Deleted the template “${name}”`, icon: LayoutTemplate, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } }),
  );
}
