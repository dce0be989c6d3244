import { t } from "@lingui/core/macro";
import { assignees } from "@/fields/assignees";
import type { Place } from "@/fields/arrange/place";
import { wantedOf, type Filters } from "@/fields/arrange/settings";
import { dueDate } from "@/fields/dates";
import { completed } from "@/fields/facts";
import { fieldById, type Field, type FieldId } from "@/fields/field";
import { ME, NONE } from "@/fields/options";

/** A filter that one click in the menu sets or removes. */
export interface QuickFilter {
  id: string;
  name: string;
  field: FieldId;
  word: string;
  /** True if the filter is set, and the field has no other value. */
  isSet: boolean;
}

/** The filters that most people want most often. A page of one person's tasks leaves out completed tasks by its own switch. */
export function quickFilters({ collection }: Place, filters: Filters, fields: readonly Field[]): readonly QuickFilter[] {
  const ofPerson = collection === "mine" || collection === "person";
  const offered = (id: string, name: string, field: FieldId, word: string): QuickFilter[] => {
    const [only, ...more] = wantedOf(filters, field);
    return fieldById(fields, field)?.filter ? [{ id: `quick:${id}`, name, field, word, isSet: only === word && more.length === 0 }] : [];
  };
  return [
    ...(ofPerson ? [] : offered("mine", t`My tasks`, assignees.id, ME)),
    ...offered("week", t`Due this week`, dueDate.id, "week"),
    ...(ofPerson || collection === "completed" ? [] : offered("open", t`Hide completed`, completed.id, NONE)),
  ];
}

/** The filters after one of them is set or removed. */
export const toggled = (filters: Filters, { field, word, isSet }: QuickFilter): Filters => ({ ...filters, [field]: isSet ? [] : [word] });
