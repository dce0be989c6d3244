import type { Field, FieldId } from "@/fields/field";
import { lists as listsField } from "@/fields/lists";
import { status } from "@/fields/status";
import { startOf } from "@/fields/value";
import type { List, TicketCreate } from "@/wire/generated";

/** A ticket before it is one. */
export interface Draft {
  title: string;
  description: string;
  private: boolean;
  /** The chosen values by field. A field that is absent is the node's to choose. */
  values: Readonly<Record<FieldId, readonly string[]>>;
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

const none: readonly string[] = [];

/** The chosen values of a field. */
export const chosenIn = ({ values }: Pick<Draft, "values">, { id }: Pick<Field, "id">): readonly string[] => values[id] ?? none;

/** What a new draft begins with: what was asked for, else what the place suggests, else General. */
export function draftOf(asked: Asked, { listId, isPrivate, lists }: Around): Draft {
  const general = lists.find((list) => list.suggested && list.name === "General");
  const home = asked.listId ?? listId ?? general?.id;
  return {
    title: asked.title ?? "",
    description: "",
    private: asked.private ?? isPrivate,
    values: {
      [listsField.id]: home === undefined ? [] : [home],
      ...(asked.statusId !== undefined && { [status.id]: [asked.statusId] }),
    },
  };
}

/** Whether leaving would lose something. */
export function isTouched(draft: Draft, first: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(first);
}

/** Says only what the draft says: the rest is the node's to choose. */
export function asNewTicket(draft: Draft, fields: readonly Field[]): Omit<TicketCreate, "ticketId"> {
  const description = draft.description.trim();
  const said = fields
    .filter(({ id, draft: part }) => draft.values[id] !== undefined && !(draft.private && part?.shared))
    .map((field) => startOf(field.value, chosenIn(draft, field)));
  return Object.assign(
    {
      title: draft.title.trim(),
      ...(draft.private && { private: true }),
      ...(description !== "" && { description }),
    },
    ...said,
  ) as Omit<TicketCreate, "ticketId">;
}
