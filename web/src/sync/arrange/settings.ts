import { priorities } from "@/ui/vocabulary";

export const groupings = ["status", "assignee", "priority", "none"] as const;
export type GroupBy = (typeof groupings)[number];

export const sortings = ["manual", "priority", "due", "created", "title"] as const;
export type SortBy = (typeof sortings)[number];

/** What a spreadsheet can show beside the name, in their order. */
export const columnIds = ["status", "assignees", "lists", "priority", "startDate", "dueDate", "labels", "createdAt"] as const;
export type ColumnId = (typeof columnIds)[number];

/** Columns by their width in pixels; those that nobody has pulled are not named. */
export type Widths = Readonly<Partial<Record<ColumnId | "title", number>>>;
export const narrowest = 48;
export const widest = 900;

/** Stands for "has none" among the values of a filter, and names the group of those that have none. */
export const NONE = "none";

/** A ticket passes when every kind of filter that has values names one of its own. */
export interface Filters {
  status: readonly string[];
  assignees: readonly string[];
  labels: readonly string[];
  priority: readonly string[];
  /** Part of a title, or a number. */
  text: string;
}

export type FilterKind = Exclude<keyof Filters, "text">;
export const filterKinds: readonly FilterKind[] = ["status", "assignees", "labels", "priority"];

/** How a place shows its tickets; kept on this machine for each place. */
export interface Settings {
  filters: Filters;
  group: GroupBy;
  sort: SortBy;
  descending: boolean;
  columns: readonly ColumnId[];
  widths: Widths;
  /** Groups that are folded up. */
  collapsed: readonly string[];
}

export const noFilters: Filters = { status: [], assignees: [], labels: [], priority: [], text: "" };

export const defaults: Settings = {
  filters: noFilters,
  group: "status",
  sort: "manual",
  descending: false,
  columns: ["status", "assignees", "lists", "priority", "startDate", "dueDate", "labels"],
  widths: {},
  collapsed: [],
};

export function isFiltered({ filters }: Pick<Settings, "filters">): boolean {
  return filters.text.trim() !== "" || filterKinds.some((kind) => filters[kind].length > 0);
}

function widthsIn(value: unknown): Widths {
  if (typeof value !== "object" || value === null) return {};
  const known: readonly string[] = ["title", ...columnIds];
  const fits = ([id, width]: [string, unknown]) =>
    known.includes(id) && typeof width === "number" && width >= narrowest && width <= widest;
  return Object.fromEntries(Object.entries(value).filter(fits));
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

function oneOf<T extends string>(all: readonly T[], value: unknown, otherwise: T): T {
  return all.find((item) => item === value) ?? otherwise;
}

/** Reads what another version of the app, or somebody's hand, may have written. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== "object" || stored === null) return defaults;
  const { filters, group, sort, descending, columns, widths, collapsed } = stored as Record<string, unknown>;
  const kept = typeof filters === "object" && filters !== null ? (filters as Record<string, unknown>) : {};
  return {
    filters: {
      status: texts(kept.status),
      assignees: texts(kept.assignees),
      labels: texts(kept.labels),
      priority: texts(kept.priority).filter((value) => value === NONE || priorities.some((known) => known === value)),
      // What was looked for last time is not what is looked for now.
      text: "",
    },
    group: oneOf(groupings, group, defaults.group),
    sort: oneOf(sortings, sort, defaults.sort),
    descending: descending === true,
    columns: Array.isArray(columns) ? columnIds.filter((id) => columns.includes(id)) : defaults.columns,
    widths: widthsIn(widths),
    collapsed: texts(collapsed),
  };
}
