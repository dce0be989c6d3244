import { fieldById, withPart, type Field, type FieldId, type With } from "../field";
import { NONE } from "../options";
import { status } from "../status";
import { isChoice } from "../value";
import type { Settings } from "./settings";

/** The fields that make columns and lanes of a board: those with options. A field with periods makes none, because a period is not a value that a card can get. */
export const boardGroups = (fields: readonly Field[]): readonly With<"group">[] => withPart(fields, "group").filter(({ value }) => isChoice(value));

/** The field of the columns: the group of the place, or the status if the place has no group or a group that makes no columns. */
export function columnsBy({ group }: Pick<Settings, "group">, fields: readonly Field[]): Field | undefined {
  const field = group === NONE ? undefined : fieldById(fields, group);
  return field && isChoice(field.value) ? field : fieldById(fields, status.id);
}

/** The field of the lanes; undefined if there are none. One field cannot make both the columns and the lanes. */
export function lanesBy({ group, lanes }: Pick<Settings, "group" | "lanes">, fields: readonly Field[]): Field | undefined {
  const field = fieldById(fields, lanes);
  return field && isChoice(field.value) && field.id !== columnsBy({ group }, fields)?.id ? field : undefined;
}

/**
 * The columns of the spreadsheet after one of them was added or taken away. A new column stands before the first one that
 * comes after it in the usual order.
 */
export function toggledColumn(columns: readonly FieldId[], fields: readonly Field[], id: FieldId): FieldId[] {
  if (columns.includes(id)) return columns.filter((each) => each !== id);
  const usual = withPart(fields, "column").map((field) => field.id);
  const next = columns.findIndex((each) => usual.indexOf(each) > usual.indexOf(id));
  return columns.toSpliced(next < 0 ? columns.length : next, 0, id);
}
