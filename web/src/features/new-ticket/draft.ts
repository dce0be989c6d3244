import { withPart, type Field, type FieldId, type With } from "@/fields/field";
import { lists as listsField } from "@/fields/lists";
import { taskTypeId } from "@/fields/records";
import { status } from "@/fields/status";
import { startOf } from "@/fields/value";
import type { Placed } from "@/sync/homes";
import type { List, TicketCreate } from "@/wire/generated";

/** A ticket that is not created yet. */
export interface Draft {
  title: string;
  description: string;
  private: boolean;
  /** The chosen values by field. The node chooses values of absent fields. */
  values: Readonly<Record<FieldId, readonly string[]>>;
}

interface Asked {
  title?: string;
  listId?: string;
  statusId?: string;
  taskTypeId?: string;
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

/** The first values of a draft: the requested ones, else the list that is shown, else the list General. */
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
      ...(asked.taskTypeId !== undefined && { [taskTypeId]: [asked.taskTypeId] }),
    },
  };
}

/** The draft without these lists. */
export function withoutLists(draft: Draft, left: ReadonlySet<string>): Draft {
  const kept = chosenIn(draft, listsField).filter((id) => !left.has(id));
  return { ...draft, values: { ...draft.values, [listsField.id]: kept } };
}

/** True if leaving would lose input. */
export function isTouched(draft: Draft, first: Draft): boolean {
  return JSON.stringify(draft) !== JSON.stringify(first);
}

/** True if a ticket in the lists of the draft has the field. */
export const isOnDraft = (draft: Draft, { has }: Field): boolean => !has || has(chosenIn(draft, listsField).map((listId) => ({ listId, rank: "" })));

/** The fields that the dialog offers for a draft. */
export const offeredFields = (draft: Draft, fields: readonly Field[]): readonly With<"draft">[] =>
  withPart(fields, "draft").filter((field) => isOnDraft(draft, field) && !(draft.private && field.draft.shared));

/** Where the ticket of a draft would live. */
export const placeOfDraft = (draft: Draft): Placed => ({
  id: "",
  private: draft.private,
  lists: chosenIn(draft, listsField).map((listId) => ({ listId, rank: "" })),
  parentTicketId: null,
});

/** The fields for which a draft needs a value and has none. */
export const missingIn = (draft: Draft, fields: readonly Field[]): readonly Field[] =>
  fields.filter((field) => isOnDraft(draft, field) && field.draft?.required === true && chosenIn(draft, field).length === 0);

/** The command for a draft. Fields that are not set are left to the node. */
export function asNewTicket(draft: Draft, fields: readonly Field[]): Omit<TicketCreate, "ticketId"> {
  const description = draft.description.trim();
  const said = fields
    .filter((field) => draft.values[field.id] !== undefined && isOnDraft(draft, field) && !(draft.private && field.draft?.shared))
    .map((field) => startOf(field.value, chosenIn(draft, field)));
  const values = said.flatMap(({ fields: own }) => (own ? [own] : []));
  return Object.assign(
    {
      title: draft.title.trim(),
      ...(draft.private && { private: true }),
      ...(description !== "" && { description }),
    },
    ...said,
    values.length > 0 && { fields: Object.assign({}, ...values) as TicketCreate["fields"] },
  ) as Omit<TicketCreate, "ticketId">;
}
