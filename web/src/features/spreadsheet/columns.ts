import { msg } from "@lingui/core/macro";
import type { Question } from "@/actions/ask";
import type { ColumnId, SortBy, Widths } from "@/sync/arrange/settings";
import type { Message } from "@/words/i18n";
import type { TicketPatch } from "@/wire/generated";

interface Column {
  name: Message;
  width: number;
  /** The ticket's field, as presence, patches and pending marks name it. */
  field: keyof TicketPatch | "createdAt";
  /** What Enter asks for; null where the value is not anybody's to set. */
  question: Question | null;
  sort?: SortBy;
}

export const columns: Record<ColumnId, Column> = {
  status: { name: msg`Status`, width: 116, field: "statusId", question: "status" },
  assignees: { name: msg`Assignees`, width: 88, field: "assigneesIds", question: "assignees" },
  lists: { name: msg`Lists`, width: 124, field: "lists", question: "lists" },
  priority: { name: msg`Priority`, width: 100, field: "priority", question: "priority", sort: "priority" },
  startDate: { name: msg`Start`, width: 80, field: "startDate", question: "startDate" },
  dueDate: { name: msg`Due`, width: 84, field: "dueDate", question: "dueDate", sort: "due" },
  labels: { name: msg`Labels`, width: 184, field: "labels", question: "labels" },
  createdAt: { name: msg`Created`, width: 88, field: "createdAt", question: null, sort: "created" },
};

/** The two columns that are always there: the number, which is also the tick, and the name. */
export const NUMBER = 0;
export const NAME = 1;
export const FIRST = 2;

const numberWidth = 40;
const nameWidth = 280;

export const widthOf = (id: ColumnId, widths: Widths): number => widths[id] ?? columns[id].width;

/** The tracks of every line. The name takes what is left, or once it was pulled, nothing does. */
export function tracks(ids: readonly ColumnId[], widths: Widths): string {
  const name = widths.title === undefined ? [`minmax(${nameWidth}px, 1fr)`] : [`${widths.title}px`];
  const rest = widths.title === undefined ? [] : ["minmax(0, 1fr)"];
  return [`${numberWidth}px`, ...name, ...ids.map((id) => `${widthOf(id, widths)}px`), ...rest].join(" ");
}

/** The width below which the sheet is scrolled sideways. */
export function leastWidth(ids: readonly ColumnId[], widths: Widths): number {
  return ids.reduce((sum, id) => sum + widthOf(id, widths), numberWidth + (widths.title ?? nameWidth));
}
