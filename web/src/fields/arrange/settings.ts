import { fieldById, withPart, type Field, type FieldId } from "../field";
import { NONE } from "../options";
import { status } from "../status";
import { isChoice, type Value } from "../value";
import { conditionForm, readCondition } from "./condition";
import { title } from "../title";

/** The order of the place itself, instead of the order by a field. */
export const MANUAL = "manual";

/** Columns by their width in pixels. Columns of their default width are absent. */
export type Widths = Readonly<Record<FieldId, number>>;
export const narrowest = 48;
export const widest = 900;

/** The wanted values by field. A ticket passes if it has one of the values of every field that is named. */
export type Filters = Readonly<Record<FieldId, readonly string[]>>;

/** Where the spreadsheet shows subtasks: below their parents, as rows like all others, or not at all. */
export type Subtasks = "nested" | "flat" | "hidden";

export const subtasksFrom = (said: unknown): Subtasks => (said === "flat" || said === "hidden" ? said : "nested");

/** How a place shows its tickets. */
export interface Settings {
  filters: Filters;
  /** The part of the filter that no chip shows, as a text with ids (`fields/filter`); empty if there is none. */
  filter: string;
  /** Part of a title, or a number. */
  find: string;
  /** True if the place shows only open tickets. This is not a filter: other tickets do not count as tickets of the place. */
  openOnly: boolean;
  /** The field that tickets are grouped by, or NONE. */
  group: FieldId;
  /** The field that the lanes of the board are made by, or NONE. */
  lanes: FieldId;
  /** The field that tickets are sorted by, or MANUAL. */
  sort: FieldId;
  descending: boolean;
  subtasks: Subtasks;
  /** The columns of the spreadsheet, in their order. */
  columns: readonly FieldId[];
  widths: Widths;
  /** The last column that stays in sight when the sheet scrolls sideways; null if only the title stays. */
  frozen: FieldId | null;
  /** Groups, and tickets with subtasks, that are folded up. */
  collapsed: readonly string[];
  /** The settings that only the board has, in their stored form; `board.ts` reads them. */
  board: unknown;
}

/** The settings that hide some of a place's tickets. */
export type Filtering = Pick<Settings, "filters" | "filter" | "find">;

export const unfiltered: Filtering = { filters: {}, filter: "", find: "" };

/** The longest text of a filter. The node has the same limit. */
export const longestFilter = 4_000;

const none: readonly string[] = [];

/** The wanted values of a field. */
export const wantedOf = (filters: Filters, id: FieldId): readonly string[] => filters[id] ?? none;

export const defaultsOf = (fields: readonly Field[]): Settings => ({
  ...unfiltered,
  openOnly: false,
  group: status.id,
  lanes: NONE,
  sort: MANUAL,
  descending: false,
  subtasks: "nested",
  columns: withPart(fields, "column").flatMap(({ id, column }) => (column.shown ? [id] : [])),
  widths: {},
  frozen: null,
  collapsed: [],
  board: null,
});

export const isFiltered = ({ filters, filter, find }: Filtering): boolean =>
  filter + find.trim() !== "" || Object.values(filters).some((values) => values.length > 0);

/** The title is always shown, but it has a width too. */
function widthsIn(value: unknown, fields: readonly Field[]): Widths {
  if (typeof value !== "object" || value === null) return {};
  const known = [title.id, ...withPart(fields, "column").map(({ id }) => id)];
  const fits = ([id, width]: [string, unknown]) =>
    known.includes(id) && typeof width === "number" && width >= narrowest && width <= widest;
  return Object.fromEntries(Object.entries(value).filter(fits));
}

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];

/** The field with this name in addresses and stored settings. */
export const fieldCalled = <F extends Field>(fields: readonly F[], word: unknown): F | undefined => fields.find((field) => field.word === word);

/** True if a filter of the field may name this value, in a workspace that has it. */
function mayWant(value: Value, wanted: string): boolean {
  const form = conditionForm(value);
  if (form !== null) return readCondition(form, wanted) !== null;
  return !isChoice(value) || (value.options.fixed?.(wanted) ?? true);
}

/** Filters with the values that can be values of their fields. A field without values is left out. */
export function filtersFrom(fields: readonly Field[], valuesOf: (field: Field) => readonly string[]): Filters {
  const entries = withPart(fields, "filter").flatMap((field) => {
    const values = valuesOf(field).filter((value) => value === NONE || mayWant(field.value, value));
    return values.length > 0 ? [[field.id, values] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The field that tickets are grouped by, from its name in addresses and stored settings; NONE stays. */
export const groupFrom = (fields: readonly Field[], word: unknown, usual: FieldId): FieldId =>
  word === NONE ? NONE : (fieldCalled(withPart(fields, "group"), word)?.id ?? usual);

/** The name of a field in addresses and stored settings; NONE and MANUAL stay. */
export const wordOf = (fields: readonly Field[], id: FieldId): string => fieldById(fields, id)?.word ?? id;

/** Settings as the browser stores them, readable by builds before and after this one. Reading them ignores the search text. */
export const storedSettings = (settings: Settings, fields: readonly Field[]): Record<string, unknown> => ({
  ...settings,
  group: wordOf(fields, settings.group),
  lanes: wordOf(fields, settings.lanes),
  sort: wordOf(fields, settings.sort),
});

/** Reads settings that another version of the app, or a person, may have written. A search text is not stored. */
export function readSettings(stored: unknown, fields: readonly Field[]): Settings {
  const defaults = defaultsOf(fields);
  if (typeof stored !== "object" || stored === null) return defaults;
  const { filters, filter, openOnly, group, lanes, sort, descending, subtasks, columns, widths, frozen, collapsed, board } = stored as Record<string, unknown>;
  const kept = typeof filters === "object" && filters !== null ? (filters as Record<string, unknown>) : {};
  return {
    filters: filtersFrom(fields, ({ id }) => texts(kept[id])),
    filter: typeof filter === "string" ? filter.slice(0, longestFilter) : "",
    find: "",
    openOnly: openOnly === true,
    group: groupFrom(fields, group, defaults.group),
    lanes: groupFrom(fields, lanes, NONE),
    sort: fieldCalled(withPart(fields, "sort"), sort)?.id ?? MANUAL,
    descending: descending === true,
    subtasks: subtasksFrom(subtasks),
    columns: Array.isArray(columns) ? [...new Set(texts(columns))].filter((id) => fieldById(fields, id)?.column) : defaults.columns,
    widths: widthsIn(widths, fields),
    frozen: typeof frozen === "string" ? frozen : null,
    collapsed: texts(collapsed),
    board: board ?? null,
  };
}
