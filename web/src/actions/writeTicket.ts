import type { Place } from "@/sync/arrange/place";
import { NONE, type GroupBy } from "@/sync/arrange/settings";
import { listsInOrder } from "@/sync/selectors";
import { dispatchAll, newId, useTroupe } from "@/sync/store";
import { priorities } from "@/ui/vocabulary";
import type { Command, NewTicket } from "@/wire/generated";

interface Around {
  me: string | null;
  /** The list for what belongs to no better one. */
  general: string | undefined;
}

/** A ticket that is written into a group has the group's value, and is where its place is. */
export function ticketIn(place: Place, by: GroupBy, groupId: string, { me, general }: Around): Omit<NewTicket, "ticketId" | "title"> {
  const isPrivate = place.collection === "private";
  const listId = place.listId ?? (isPrivate ? undefined : general);
  const priority = by === "priority" ? priorities.find((known) => known === groupId) : undefined;
  const assignees = new Set<string>();
  if (by === "assignee" && groupId !== NONE) assignees.add(groupId);
  if (place.collection === "mine" && me !== null) assignees.add(me);
  return {
    ...(isPrivate && { private: true }),
    ...(listId !== undefined && { listIds: [listId] }),
    ...(by === "status" && groupId !== NONE && { statusId: groupId }),
    ...(priority && { priority }),
    ...(assignees.size > 0 && !isPrivate && { assigneesIds: [...assignees] }),
  };
}

/** Makes a ticket where it was written: at the end of its list, or in front of everything. */
export function writeTicket(place: Place, by: GroupBy, groupId: string, title: string, first = false): string {
  const state = useTroupe.getState();
  const general = listsInOrder(state).find((list) => list.suggested && list.name === "General")?.id;
  const ticketId = newId();
  const commands: Command[] = [
    { kind: "ticket.create", ticketId, title, ...ticketIn(place, by, groupId, { me: state.me, general }) },
  ];
  if (first && place.listId !== null) commands.push({ kind: "ticket.move", ticketId, listId: place.listId });
  void dispatchAll(commands, { label: "Create task" });
  return ticketId;
}
