import { movedDates } from "@/actions/presence";
import type { Dates } from "@/fields/schedule/span";
import { isPlainDate } from "@/lib/plainDate";

/** The presence field of a person who moves a bar. Pages that do not draw it show the person at the ticket. */
export const dragField = ({ startDate, dueDate }: Dates): string => `${movedDates}${startDate ?? ""}:${dueDate ?? ""}`;

/** The new dates in the presence field of a person who moves a bar; null if the field means something else. */
export function datesOfDrag(field: string | null): { start: string; end: string } | null {
  if (field === null || !field.startsWith(movedDates)) return null;
  const [start = "", end = ""] = field.slice(movedDates.length).split(":");
  const [first, last] = [start || end, end || start];
  return isPlainDate(first) && isPlainDate(last) && first <= last ? { start: first, end: last } : null;
}
