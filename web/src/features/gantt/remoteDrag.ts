import type { Dates } from "@/fields/schedule/span";
import { isPlainDate } from "@/lib/plainDate";

/** The start of a presence field that carries the dates of a bar in a person's hand. */
const word = "dates:";

/** The presence field of a person who moves a bar. Pages that do not draw it show the person at the ticket. */
export const dragField = ({ startDate, dueDate }: Dates): string => `${word}${startDate ?? ""}:${dueDate ?? ""}`;

/** The days that a person who moves a bar would give it; null if the field is of something else. */
export function datesOfDrag(field: string | null): { start: string; end: string } | null {
  if (field === null || !field.startsWith(word)) return null;
  const [start = "", end = ""] = field.slice(word.length).split(":");
  const [first, last] = [start || end, end || start];
  return isPlainDate(first) && isPlainDate(last) && first <= last ? { start: first, end: last } : null;
}
