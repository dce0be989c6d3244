import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { SetPatch, Ticket, TicketPatch } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import { withValues } from "../../tables/values";
import type { Before } from "../kind";
import type { PredictContext, World } from "../world";
import { patchedLists, patchedSet } from "./places";
import { enterStatus, withDurations } from "./times";
import { mayStandUnder, underParent } from "./parents";
import { clearsRequired, edited, isSet, patchedValues, valuesBack } from "./values";

export type PatchField = keyof TicketPatch;
type Value<F extends PatchField> = Exclude<TicketPatch[F], undefined>;

/** A field that `ticket.update` changes, as the sync core knows it. */
export interface TicketField<F extends PatchField> {
  /** The name of a change of the field for undo; it follows "Undo:". */
  stepName(): string;
  /**
   * False if the node refuses the value, with all of its command, as far as a page can tell. The node alone judges
   * rights and limits. Absent: every value fits.
   */
  fits?(ticket: Ticket, value: Value<F>, world: World, context: PredictContext): boolean;
  /** The ticket with the value; the world holds the ticket as it was before the patch. */
  predict(ticket: Ticket, value: Value<F>, world: World, context: PredictContext): Ticket;
  /** The value that takes the patch back; undefined if the patch changed nothing. */
  inverse(ticket: Ticket, value: Value<F>, before: Before): Value<F> | undefined;
  /** True if undo stops once another person has changed the value. Sets merge and need no guard. */
  guarded: boolean;
}

/** Puts back the value that the row holds under the field's own name. */
const held =
  <F extends PatchField & keyof Ticket>(field: F) =>
  (ticket: Ticket, value: unknown): Value<F> | undefined =>
    value === ticket[field] ? undefined : (ticket[field] as unknown as Value<F>);

const idsBack =
  (idsOf: (ticket: Ticket) => string[]) =>
  (ticket: Ticket, value: SetPatch<string>): SetPatch<string> | undefined => {
    const ids = idsOf(ticket);
    const { add = [], remove = [] }: Partial<SetPatch<string>> = value;
    const [back, away] = [remove.filter((id) => ids.includes(id)), add.filter((id) => !ids.includes(id))];
    return back.length + away.length > 0 ? { add: back, remove: away } : undefined;
  };

/**
 * Every field of a patch, in the order in which the node applies them: the rank in a list depends on `private`, the
 * durations depend on the status. A field of the wire that has no entry here does not compile.
 */
export const ticketFields: { readonly [F in PatchField]-?: TicketField<F> } = {
  private: {
    stepName: () => t`privacy change`,
    // A move to another home is one step for all that the patch says of it: see `patchTicket`.
    predict: (ticket) => ticket,
    inverse: held("private"),
    guarded: true,
  },
  title: {
    stepName: () => t`title change`,
    fits: (_, value) => !isBlank(value),
    predict: (ticket, value) => ({ ...ticket, title: lineOf(value) }),
    inverse: held("title"),
    guarded: true,
  },
  description: {
    stepName: () => t`description change`,
    predict(ticket, description, world, { at }) {
      if (world.details[ticket.id]?.description === description) return ticket;
      world.detail(ticket.id, () => ({ description }));
      return { ...ticket, updatedAt: at };
    },
    inverse({ id }, value, { details }) {
      const loaded = details[id];
      return loaded?.state === "ready" && loaded.description !== value ? (loaded.description ?? "") : undefined;
    },
    guarded: false,
  },
  statusId: {
    stepName: () => t`status change`,
    fits: (_, value, world) => world.rows.get("status", value) !== undefined,
    predict(ticket, value, world, { me, at }) {
      const status = value === ticket.statusId ? undefined : world.rows.get("status", value);
      return status ? enterStatus(ticket, status, me, at) : ticket;
    },
    inverse: held("statusId"),
    guarded: true,
  },
  assigneesIds: {
    stepName: () => t`assignee change`,
    fits: (_, value, world) => addedIn(value).every((id) => isMember(world, id)),
    predict: (ticket, value) => ({ ...ticket, assigneesIds: patchedSet(ticket.assigneesIds, value) }),
    inverse: idsBack((ticket) => ticket.assigneesIds),
    guarded: false,
  },
  labels: {
    stepName: () => t`label change`,
    fits: (_, value, world) => addedIn(value).every((id) => world.rows.get("label", id)),
    predict: (ticket, value) => ({ ...ticket, labels: patchedSet(ticket.labels, value) }),
    inverse: idsBack((ticket) => ticket.labels),
    guarded: false,
  },
  lists: {
    stepName: () => t`list change`,
    fits: (_, value, world) => addedIn(value).every((id) => world.rows.get("list", id)),
    predict: (ticket, value, world) => ({ ...ticket, lists: patchedLists(world, ticket, value) }),
    inverse: idsBack((ticket) => ticket.lists.map(({ listId }) => listId)),
    guarded: false,
  },
  priority: {
    stepName: () => t`priority change`,
    predict: (ticket, priority) => ({ ...ticket, priority }),
    inverse: held("priority"),
    guarded: true,
  },
  startDate: {
    stepName: () => t`start date change`,
    predict: (ticket, startDate) => ({ ...ticket, startDate }),
    inverse: held("startDate"),
    guarded: true,
  },
  dueDate: {
    stepName: () => t`due date change`,
    predict: (ticket, dueDate) => (dueDate === ticket.dueDate ? ticket : withDurations({ ...ticket, dueDate })),
    inverse: held("dueDate"),
    guarded: true,
  },
  reportBy: {
    stepName: () => t`reporter change`,
    fits: (ticket, value, world) => value === null || value === ticket.reportBy || isMember(world, value),
    predict: (ticket, reportBy) => ({ ...ticket, reportBy }),
    inverse: held("reportBy"),
    guarded: true,
  },
  parentTicketId: {
    stepName: () => t`parent change`,
    fits: (ticket, value, world) => value === ticket.parentTicketId || value === null || mayStandUnder(world, ticket, value),
    predict: (ticket, parentTicketId, world) => underParent(world, ticket, parentTicketId),
    inverse: held("parentTicketId"),
    guarded: true,
  },
  fields: {
    stepName: () => t`attribute change`,
    fits: (ticket, patch, { rows }) =>
      Object.entries(patch).every(([id, edit]) => edited(rows, ticket, id, edit) !== undefined) && !clearsRequired(rows, ticket, patch),
    predict: (ticket, patch, world) => withValues(ticket, patchedValues(world.rows, ticket, patch)),
    inverse: (ticket, patch, { rows }) => valuesBack(rows, ticket, patch),
    // Each single value is guarded for itself: see `guardedKeys`.
    guarded: false,
  },
  taskTypeId: {
    stepName: () => t`task type change`,
    fits: (_, value, world) => value === null || world.rows.get("taskType", value) !== undefined,
    predict: (ticket, taskTypeId) => (taskTypeId === (ticket.taskTypeId ?? null) ? ticket : { ...ticket, taskTypeId }),
    inverse: ({ taskTypeId = null }, value) => (value === taskTypeId ? undefined : taskTypeId),
    guarded: true,
  },
  componentsIds: {
    stepName: () => t`component change`,
    fits: (_, value, world) => addedIn(value).every((id) => world.rows.get("component", id)),
    predict: (ticket, value) => ({ ...ticket, componentsIds: patchedSet(ticket.componentsIds ?? [], value) }),
    inverse: idsBack((ticket) => ticket.componentsIds ?? []),
    guarded: false,
  },
  fixVersionsIds: {
    stepName: () => t`version change`,
    fits: (_, value, world) => addedIn(value).every((id) => world.rows.get("fixVersion", id)),
    predict: (ticket, value) => ({ ...ticket, fixVersionsIds: patchedSet(ticket.fixVersionsIds ?? [], value) }),
    inverse: idsBack((ticket) => ticket.fixVersionsIds ?? []),
    guarded: false,
  },
  sprintId: {
    stepName: () => t`sprint change`,
    fits: (_, value, world) => value === null || world.rows.get("sprint", value) !== undefined,
    predict: (ticket, sprintId) => (sprintId === (ticket.sprintId ?? null) ? ticket : { ...ticket, sprintId }),
    inverse: ({ sprintId = null }, value) => (value === sprintId ? undefined : sprintId),
    guarded: true,
  },
};

/** The values that a patch adds to a set; the wire allows either side to be missing. */
const addedIn = ({ add = [] }: Partial<SetPatch<string>>): string[] => add;

const isMember = (world: World, id: string): boolean => (world.rows.get("member", id)?.state ?? "left") !== "left";

const all = Object.keys(ticketFields) as PatchField[];

/** The fields that a patch names, in the order in which they apply; a field of another build is left out. */
export function patchedFields(patch: TicketPatch): PatchField[] {
  return all.filter((field) => patch[field] !== undefined);
}

/**
 * The names of the values that a patch changes, in marks of waiting edits, in presence and in the history: the names of
 * the fields, and the ids of the attributes.
 */
export const patchedKeys = ({ fields, ...own }: TicketPatch): string[] => [...Object.keys(own), ...Object.keys(fields ?? {})];

/** The names of the single values of a patch, which undo guards. */
export function guardedKeys(patch: TicketPatch, rows: RowReader): string[] {
  const own = patchedFields(patch).filter((field) => ticketFields[field].guarded);
  return [...own, ...Object.keys(patch.fields ?? {}).filter((id) => !isSet(rows, id))];
}

/** The value of a ticket by such a name. */
export function valueAt(ticket: Ticket, key: string): unknown {
  return Object.hasOwn(ticketFields, key) ? ticket[key as keyof Ticket] : ticket.fields?.[key];
}
