import { plural } from "@lingui/core/macro";
import type { Place } from "@/fields/arrange/place";
import { fieldById, isOnAll, type Field, type FieldId } from "@/fields/field";
import { NONE } from "@/fields/options";
import { fieldsOf } from "@/fields/registry";
import { startOf } from "@/fields/value";
import { today } from "@/lib/plainDate";
import { activeListsInOrder } from "@/sync/selectors";
import { dispatchAll, newId, useTroupe } from "@/sync/store";
import type { Command, TicketCreate } from "@/wire/generated";
import { inLines } from "./inLines";
import { reporter } from "./tickets";

interface Around {
  me: string | null;
  /** The list for tickets without a better one. */
  general: string | undefined;
}

/** The value of a group, as a new ticket holds it. */
export function valuesOf(by: Field | undefined, groupId: string): readonly string[] {
  if (!by?.group?.periods) return groupId === NONE ? [] : [groupId];
  return [by.group.periods.day(groupId, today()) ?? []].flat();
}

/** The component, the fix version or the sprint of the page on which a ticket is written. */
function recordOf({ collection, recordId }: Place, { fixVersionsIds = [], componentsIds = [] }: Partial<TicketCreate>): Partial<TicketCreate> {
  if (!recordId || collection === "person") return {};
  const and = (ids: readonly string[]) => [...new Set([...ids, recordId])];
  if (collection === "sprint") return { sprintId: recordId };
  return collection === "version" ? { fixVersionsIds: and(fixVersionsIds) } : { componentsIds: and(componentsIds) };
}

/** A new ticket that was written in a group of a place: it has the value of the group. */
export function ticketIn(place: Place, by: Field | undefined, groupId: string, { me, general }: Around): Omit<TicketCreate, "ticketId" | "title"> {
  const isPrivate = place.collection === "private";
  const listId = place.listId ?? (isPrivate ? undefined : general);
  const takes = by && isOnAll(by, [{ lists: listId === undefined ? [] : [{ listId, rank: "" }] }]);
  const { assigneesIds = [], ...own } = takes ? startOf(by.value, valuesOf(by, groupId)) : {};
  const people = new Set(assigneesIds);
  if (place.collection === "mine" && me !== null) people.add(me);
  if (place.collection === "person" && place.recordId) people.add(place.recordId);
  return {
    ...(isPrivate && { private: true }),
    ...(listId !== undefined && { listIds: [listId] }),
    ...own,
    ...recordOf(place, own),
    ...(people.size > 0 && !isPrivate && { assigneesIds: [...people] }),
  };
}

/**
 * Creates one ticket for each title, as one undo step: at the end of the list, or at its start if `first` is true. `more`
 * holds more values of the tickets, beside the value of their group.
 */
export function writeTickets(place: Place, by: FieldId, groupId: string, titles: readonly string[], first = false, more: Partial<TicketCreate> = {}): void {
  const state = useTroupe.getState();
  const general = activeListsInOrder(state).find((list) => list.suggested && list.name === "General")?.id;
  const about = ticketIn(place, fieldById(fieldsOf(state), by), groupId, { me: state.me, general });
  const made = titles.map((title) => ({ ...about, ...more, ticketId: newId(), title, ...inLines.read?.(title) }));
  const commands: Command[] = made.map((one) => ({ kind: "ticket.create", ...reporter(), ...one }));
  const { listId } = place;
  // Each ticket moves to the start of the list. The last title moves first, so the tickets end up in the order of the titles.
  if (first && listId !== null) commands.push(...made.filter(({ listIds }) => listIds?.includes(listId)).toReversed().map(({ ticketId }): Command => ({ kind: "ticket.move", ticketId, listId })));
  void dispatchAll(commands, { label: plural(titles.length, { one: "creating a task", other: "creating # tasks" }) });
  inLines.wrote?.(made);
}
