import type { Question } from "@/actions/ask";
import type { ColumnId, SortBy } from "@/sync/arrange/settings";
import type { TicketPatch } from "@/wire/generated";

interface Column {
  name: string;
  width: number;
  /** The ticket's field, as presence, patches and pending marks name it. */
  field: keyof TicketPatch | "createdAt";
  /** What Enter asks for; null where the value is not anybody's to set. */
  question: Question | null;
  sort?: SortBy;
}

export const columns: Record<ColumnId, Column> = {
  status: { name: "Status", width: 116, field: "statusId", question: "status" },
  assignees: { name: "Assignees", width: 88, field: "assigneesIds", question: "assignees" },
  lists: { name: "Lists", width: 124, field: "lists", question: "lists" },
  priority: { name: "Priority", width: 100, field: "priority", question: "priority", sort: "priority" },
  startDate: { name: "Start", width: 80, field: "startDate", question: "startDate" },
  dueDate: { name: "Due", width: 84, field: "dueDate", question: "dueDate", sort: "due" },
  labels: { name: "Labels", width: 184, field: "labels", question: "labels" },
  createdAt: { name: "Created", width: 88, field: "createdAt", question: null, sort: "created" },
};

/** The two columns that are always there: the number, which is also the tick, and the name. */
export const NUMBER = 0;
export const NAME = 1;
export const FIRST = 2;

/** The tracks of every line. The name takes what is left. */
export function tracks(ids: readonly ColumnId[]): string {
  return ["40px", "minmax(280px, 1fr)", ...ids.map((id) => `${columns[id].width}px`)].join(" ");
}
