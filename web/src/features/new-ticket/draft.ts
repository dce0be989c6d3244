import type { List, NewTicket, Priority } from "@/wire/generated";

/** A ticket before it is one. */
export interface Draft {
  title: string;
  description: string;
  /** Null lets the node choose the first. */
  statusId: string | null;
  listIds: string[];
  assigneesIds: string[];
  labels: string[];
  priority: Priority | null;
  startDate: string | null;
  dueDate: string | null;
  private: boolean;
}

interface Asked {
  title?: string;
  listId?: string;
  statusId?: string;
  private?: boolean;
}

interface Around {
  listId: string | null;
  isPrivate: boolean;
  lists: readonly Pick<List, "id" | "name" | "suggested">[];
}

/** What a new draft begins with: what was asked for, else what the place suggests, else General. */
export function draftOf(asked: Asked, { listId, isPrivate, lists }: Around): Draft {
  const general = lists.find((list) => list.suggested && list.name === "General");
  const home = asked.listId ?? listId ?? general?.id;
  return {
    title: asked.title ?? "",
    description: "",
    statusId: asked.statusId ?? null,
    listIds: home === undefined || home === null ? [] : [home],
    assigneesIds: [],
    labels: [],
    priority: null,
    startDate: null,
    dueDate: null,
    private: asked.private ?? isPrivate,
  };
}

/** Whether leaving would lose something. */
export function isTouched(draft: Draft, first: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(first);
}

/** Says only what the draft says: the rest is the node's to choose. */
export function asNewTicket(draft: Draft): Omit<NewTicket, "ticketId"> {
  const description = draft.description.trim();
  return {
    title: draft.title.trim(),
    listIds: draft.listIds,
    ...(draft.private && { private: true }),
    ...(description !== "" && { description }),
    ...(draft.statusId !== null && { statusId: draft.statusId }),
    // Nobody else sees a private one.
    ...(!draft.private && draft.assigneesIds.length > 0 && { assigneesIds: draft.assigneesIds }),
    ...(draft.labels.length > 0 && { labels: draft.labels }),
    ...(draft.priority !== null && { priority: draft.priority }),
    ...(draft.startDate !== null && { startDate: draft.startDate }),
    ...(draft.dueDate !== null && { dueDate: draft.dueDate }),
  };
}
