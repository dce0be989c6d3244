import { t } from "@lingui/core/macro";
import type { ById } from "@/sync/types";
import type { SystemAttribute, SystemKey } from "@/wire/generated";
import { startDate } from "./dates";
import type { Field, FieldId } from "./field";
import { onceForBoth } from "./options";
import { status } from "./status";
import { isChoice, type Value } from "./value";

/** The fields that a workspace can rename and hide, in the order in which people see them. */
export const systemFields: Readonly<Record<SystemKey, FieldId>> = {
  status: "status",
  assignees: "assignees",
  taskTypeId: "taskType",
  lists: "lists",
  priority: "priority",
  startDate: "startDate",
  dueDate: "dueDate",
  labels: "labels",
  createdUser: "creator",
  createdAt: "createdAt",
  completedByUserId: "completedBy",
  completedAt: "completed",
};

/** The value with words that fit another name of its field. */
function worded(value: Value, name: string): Value {
  if (!isChoice(value) || !value.none) return value;
  return { ...value, none: { ...value.none, name: () => t`No ${name}` } };
}

/** The field under another name. Words that were written for its own name go. */
function renamed(field: Field, name: string): Field {
  const named = () => name;
  const bare = <P extends { name?: unknown }>(part: P): P => ({ ...part, name: named });
  const { column, filter, group, sort, panel, bulk, action, draft } = field;
  const { nothing: _, ...line } = panel ?? { order: 0 };
  return {
    ...field,
    name: named,
    noun: named,
    value: worded(field.value, name),
    ...(column && { column: bare(column) }),
    ...(filter && {
      filter: {
        ...filter,
        name: named,
        noun: named,
        ...(filter.people && { people: { is: (person) => t`Filter: ${name} is ${person}`, none: () => t`Filter: no ${name}`, mine: () => t`Filter: ${name} is me` } }),
      },
    }),
    ...(group && { group: bare(group) }),
    ...(sort && { sort: bare(sort) }),
    // The line of a span keeps its own name, because it shows two fields.
    ...(panel && { panel: panel.from === undefined ? bare(line) : panel }),
    ...(bulk && { bulk: bare(bulk) }),
    ...(action && { action: { ...action, label: () => t`Set ${name}` } }),
    ...(draft && { draft: { ...draft, nothing: named } }),
  };
}

/**
 * The field without its places on screen. The status still makes the columns of the board and the groups of a new place, and
 * the day of creation is still the order of a place without one of its own.
 */
function hidden({ id, key, word, name, noun, value, group, sort, history }: Field): Field {
  return { id, key, word, name, noun, value, ...(id === status.id && group && { group }), ...(sort?.natural && { sort }), ...(history && { history }) };
}

/** The fields as the workspace shows them. The same array for the same fields and rows. */
export const asShown = onceForBoth((fields: readonly Field[], rows: ById<SystemAttribute>): readonly Field[] => {
  const byField = new Map(Object.values(rows).map((row) => [systemFields[row.key], row]));
  if (byField.size === 0) return fields;
  const isHidden = (id: FieldId) => byField.get(id)?.hidden === true;
  return fields.map((field) => {
    const row = byField.get(field.id);
    const called = row?.name == null ? field : renamed(field, row.name);
    if (row?.hidden) return hidden(called);
    const { panel } = called;
    // The two dates share a line; if one of them is hidden, the other one has the line alone.
    if (panel?.from !== undefined && isHidden(panel.from)) return { ...called, panel: { order: panel.order } };
    return called.id === startDate.id && isHidden("dueDate") ? { ...called, panel: { order: 70 } } : called;
  });
});
