import { t } from "@lingui/core/macro";
import type { Attribute, AttributeOption, Component, File, FixVersion, Group, HeldRole, Label, Link, List, Member, Preferences, Recurrence, Role, Sprint, Status, TaskType, Ticket, UrlLink } from "@/wire/generated";
import { byRank } from "./tables/rank";
import { rowsOf } from "./tables/tableCopy";
import type { ById, View } from "./types";

/** False for the id of a role that the workspace defines. */
export const isRole = (role: HeldRole): role is Role => ["owner", "admin", "member", "guest"].includes(role);

/** Remembers the last result, for the same table. */
function once<T extends object, R>(make: (table: T) => R): (table: T) => R {
  const made = new WeakMap<T, R>();
  return (table) => {
    const known = made.get(table);
    if (known !== undefined) return known;
    const result = make(table);
    made.set(table, result);
    return result;
  };
}

/** Remembers the results by key, for one table. */
function onceByKey<T extends object, R>(make: (table: T, key: string) => R): (table: T, key: string) => R {
  const made = new WeakMap<T, Map<string, R>>();
  return (table, key) => {
    const results = made.get(table) ?? new Map<string, R>();
    made.set(table, results);
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = make(table, key);
    results.set(key, result);
    return result;
  };
}

const none: readonly never[] = [];

interface Placed {
  id: string;
  rank: string;
  ticket: Ticket;
}

const placesByList = once((tickets: ById<Ticket>) => {
  const lists = new Map<string, Placed[]>();
  for (const ticket of rowsOf(tickets)) {
    if (ticket.trashedAt) continue;
    for (const { listId, rank } of ticket.lists) {
      const places = lists.get(listId);
      const place = { id: ticket.id, rank, ticket };
      if (places) places.push(place);
      else lists.set(listId, [place]);
    }
  }
  for (const places of lists.values()) places.sort(byRank);
  return lists;
});

const listTickets = onceByKey((tickets: ById<Ticket>, listId): readonly Ticket[] => {
  return placesByList(tickets).get(listId)?.map((place) => place.ticket) ?? none;
});

/** The tickets of a list in their order, without the trash. */
export function ticketsOfList(view: Pick<View, "tickets">, listId: string): readonly Ticket[] {
  return listTickets(view.tickets, listId);
}

const subtasks = onceByKey((tickets: ById<Ticket>, parentId): readonly Ticket[] => {
  const order = tickets[parentId]?.subtasksOrder ?? none;
  return order.flatMap((id) => {
    const child = tickets[id];
    return child && !child.trashedAt ? [child] : [];
  });
});

/** A ticket's subtasks, first to last, without the trash. */
export function subtasksOf(view: Pick<View, "tickets">, ticketId: string): readonly Ticket[] {
  return subtasks(view.tickets, ticketId);
}

const linksByTicket = once((links: ById<Link>) => {
  const byTicket = new Map<string, Link[]>();
  for (const link of rowsOf(links)) {
    for (const id of [link.fromTicketId, link.toTicketId]) {
      const known = byTicket.get(id);
      if (known) known.push(link);
      else byTicket.set(id, [link]);
    }
  }
  return byTicket;
});

/** The links of a ticket, in either direction. */
export function linksOf(view: Pick<View, "links">, ticketId: string): readonly Link[] {
  return linksByTicket(view.links).get(ticketId) ?? none;
}

const recurrences = once((rows: ById<Recurrence>) => new Map(rowsOf(rows).map((row) => [row.ticketId, row])));

/** How a ticket repeats, if it does. */
export const recurrenceOf = (view: Pick<View, "recurrences">, ticketId: string): Recurrence | undefined => recurrences(view.recurrences).get(ticketId);

const urlLinksByTicket = once((rows: ById<UrlLink>) => {
  const byTicket = new Map<string, UrlLink[]>();
  for (const row of rowsOf(rows)) byTicket.set(row.ticketId, [...(byTicket.get(row.ticketId) ?? []), row]);
  for (const links of byTicket.values()) links.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  return byTicket;
});
const noUrlLinks: readonly UrlLink[] = [];

/** The links of a ticket to addresses, the oldest first. */
export const urlLinksOf = (view: Pick<View, "urlLinks">, ticketId: string): readonly UrlLink[] => urlLinksByTicket(view.urlLinks).get(ticketId) ?? noUrlLinks;

const filesByTicket = once((files: ById<File>) => {
  const byTicket = new Map<string, File[]>();
  for (const file of rowsOf(files)) {
    if (file.deletedAt !== null) continue;
    const known = byTicket.get(file.ticketId);
    if (known) known.push(file);
    else byTicket.set(file.ticketId, [file]);
  }
  return byTicket;
});

/** The files of a ticket without the deleted ones, in the order of their table. */
export function filesOf(view: Pick<View, "files">, ticketId: string): readonly File[] {
  return filesByTicket(view.files).get(ticketId) ?? none;
}

const highest = once((tickets: ById<Ticket>) => rowsOf(tickets).reduce((most, { number }) => Math.max(most, number), 0));

/** The length of the longest key, so that texts behind keys align in a column. */
export function keyLength({ tickets, workspace }: Pick<View, "tickets" | "workspace">): number {
  return `${workspace?.key ?? ""}-${highest(tickets)}`.length;
}

const numbers = once((tickets: ById<Ticket>) => {
  const shared = new Map<number, Ticket>();
  const own = new Map<number, Ticket>();
  for (const ticket of rowsOf(tickets)) (isOwn(ticket) ? own : shared).set(Math.abs(ticket.number), ticket);
  return { shared, own };
});

/** Finds `12`, `KEY-12` or `MY-3`, whatever its case. */
export function ticketByKey(view: Pick<View, "tickets" | "workspace">, text: string): Ticket | null {
  const match = /^(?:([a-z][a-z0-9]*)-)?#?([1-9]\d{0,8})$/i.exec(text.trim());
  if (!match) return null;
  const [, key, digits] = match;
  const number = Number(digits);
  const { shared, own } = numbers(view.tickets);
  if (key?.toUpperCase() === "MY") return own.get(number) ?? null;
  if (key && key.toUpperCase() !== view.workspace?.key.toUpperCase()) return null;
  return shared.get(number) ?? null;
}

/** `KEY-12`, `MY-3`, or null for a ticket that has no number yet. */
export function ticketKey(view: Pick<View, "workspace">, ticket: Pick<Ticket, "number" | "private">): string | null {
  if (ticket.number === 0 || !view.workspace) return null;
  return `${isOwn(ticket) ? "MY" : view.workspace.key}-${Math.abs(ticket.number)}`;
}

/** Whether the number is the person's own. A private ticket keeps a number of the workspace as a negative one. */
const isOwn = (ticket: Pick<Ticket, "number" | "private">): boolean => ticket.private && ticket.number > 0;

/** Stands for the key until the node has numbered a ticket: `KEY-new`. */
export function unnumberedKey(view: Pick<View, "workspace">): string {
  const key = view.workspace?.key ?? "";
  return t`${key}-new`;
}

const statusOrder = once((statuses: ById<Status>): readonly Status[] => Object.values(statuses).toSorted(byRank));
const listOrder = once((lists: ById<List>): readonly List[] => Object.values(lists).toSorted(byRank));
const activeOrder = once((lists: ById<List>): readonly List[] => listOrder(lists).filter(({ archivedAt }) => !archivedAt));
const groupOrder = once((groups: ById<Group>): readonly Group[] => Object.values(groups).toSorted(byRank));
const byName = (a: { name: string; id: string }, b: { name: string; id: string }) =>
  a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1);
const labelOrder = once((labels: ById<Label>): readonly Label[] => Object.values(labels).toSorted(byName));

export const statusesInOrder = (view: Pick<View, "statuses">): readonly Status[] => statusOrder(view.statuses);
export const listsInOrder = (view: Pick<View, "lists">): readonly List[] => listOrder(view.lists);
/** The lists that are not archived, in their order. */
export const activeListsInOrder = (view: Pick<View, "lists">): readonly List[] => activeOrder(view.lists);
export const groupsInOrder = (view: Pick<View, "groups">): readonly Group[] => groupOrder(view.groups);
export const labelsInOrder = (view: Pick<View, "labels">): readonly Label[] => labelOrder(view.labels);

const typeOrder = once((types: ById<TaskType>): readonly TaskType[] => Object.values(types).toSorted(byRank));
const componentOrder = once((components: ById<Component>): readonly Component[] => Object.values(components).toSorted(byName));
const versionOrder = once((versions: ById<FixVersion>): readonly FixVersion[] => Object.values(versions).toSorted(byRelease));

/** By the day of the release, the versions without one last, and then by name: "2.10" behind "2.9". */
function byRelease(a: FixVersion, b: FixVersion): number {
  const [day, other] = [a.releaseDate ?? "9999", b.releaseDate ?? "9999"];
  if (day !== other) return day < other ? -1 : 1;
  return a.name.localeCompare(b.name, undefined, { numeric: true }) || (a.id < b.id ? -1 : 1);
}

const sprintOrder = once((sprints: ById<Sprint>): readonly Sprint[] => Object.values(sprints).toSorted(byStart));

/** By the day of the start, the sprints without one last, and then in the order in which they were made. */
function byStart(a: Sprint, b: Sprint): number {
  const [day, other] = [a.startDate ?? "9999", b.startDate ?? "9999"];
  if (day !== other) return day < other ? -1 : 1;
  return a.createdAt.localeCompare(b.createdAt) || (a.id < b.id ? -1 : 1);
}

/** The task types of the workspace, first to last. */
export const taskTypesInOrder = (view: Pick<View, "taskTypes">): readonly TaskType[] => typeOrder(view.taskTypes);
/** The components of the workspace, by name. */
export const componentsInOrder = (view: Pick<View, "components">): readonly Component[] => componentOrder(view.components);
/** The fix versions of the workspace, by the day of the release. */
export const fixVersionsInOrder = (view: Pick<View, "fixVersions">): readonly FixVersion[] => versionOrder(view.fixVersions);

/** The sprints of the workspace, by the day of the start. */
export const sprintsInOrder = (view: Pick<View, "sprints">): readonly Sprint[] => sprintOrder(view.sprints);

const attributeOrder = once((attributes: ById<Attribute>): readonly Attribute[] => Object.values(attributes).toSorted(byRank));

/** The attributes of the workspace, first to last. */
export const attributesInOrder = (view: Pick<View, "attributes">): readonly Attribute[] => attributeOrder(view.attributes);

const optionOrder = once((options: ById<AttributeOption>) =>
  once(({ metadata }: Attribute): readonly AttributeOption[] => metadata.optionsOrder.flatMap((id) => options[id] ?? [])),
);

/** The options of an attribute, first to last; none if it has no options, or is gone. */
export function optionsInOrder({ attributes, options }: Pick<View, "attributes" | "options">, attributeId: string): readonly AttributeOption[] {
  const attribute = attributes[attributeId];
  return attribute ? optionOrder(options)(attribute) : none;
}

/** A member's full name, or else their username. */
export function memberName(member: Pick<Member, "firstname" | "lastname" | "username">): string {
  return `${member.firstname ?? ""} ${member.lastname ?? ""}`.trim() || member.username || t`Someone`;
}

const inOrderOfName = (members: readonly Member[]): Member[] =>
  members.toSorted((a, b) => memberName(a).localeCompare(memberName(b)) || (a.id < b.id ? -1 : 1));

const memberOrder = once((members: ById<Member>): readonly Member[] =>
  inOrderOfName(Object.values(members).filter((member) => member.state !== "left")),
);

const deactivatedOrder = once((members: ById<Member>): readonly Member[] =>
  // Rows in copies of the previous version have no such field.
  inOrderOfName(Object.values(members).filter((member) => Boolean(member.deactivatedAt))),
);

/** Active and invited members, by name. */
export const membersInOrder = (view: Pick<View, "members">): readonly Member[] => memberOrder(view.members);
/** Deactivated members, by name. */
export const deactivatedInOrder = (view: Pick<View, "members">): readonly Member[] => deactivatedOrder(view.members);

const trash = once((tickets: ById<Ticket>): readonly Ticket[] =>
  rowsOf(tickets)
    .filter((ticket) => ticket.trashedAt)
    .toSorted((a, b) => ((a.trashedAt ?? "") < (b.trashedAt ?? "") ? 1 : -1)),
);

/** The trashed tickets, newest first. */
export const trashedTickets = (view: Pick<View, "tickets">): readonly Ticket[] => trash(view.tickets);

/** The row of the person who looks; null if they have chosen nothing. */
export const preferencesOf = ({ preferences }: Pick<View, "preferences">): Preferences | null => Object.values(preferences)[0] ?? null;
