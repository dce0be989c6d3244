import { withPart, type Field, type FieldId } from "../field";
import { MANUAL, type Settings } from "./settings";

/** The settings that only the board has. This browser keeps them for each place. */
export interface BoardSettings {
  /** The fields on cards; null until the person has chosen them. */
  card: readonly FieldId[] | null;
  /** By the field of the columns: false if columns without cards are hidden. */
  emptyColumns: Readonly<Record<FieldId, boolean>>;
  /** By the field of the lanes: true if lanes without cards are shown. */
  emptyLanes: Readonly<Record<FieldId, boolean>>;
  /** By the field of the columns: the limits of its columns, by their ids. */
  limits: Readonly<Record<FieldId, Limits>>;
  /** By the field of the columns: the orders of its columns, by their ids. */
  sorts: Readonly<Record<FieldId, Sorts>>;
}

/** The most cards that columns should hold, by the ids of the columns. A column without a limit is absent. */
export type Limits = Readonly<Record<string, number>>;

/** The order of one column. */
export type ColumnSort = Pick<Settings, "sort" | "descending">;

/** The orders of columns, by the ids of the columns. A column in the order of the board is absent. */
export type Sorts = Readonly<Record<string, ColumnSort>>;

/** The highest limit that a column can have. */
export const mostInColumn = 999;

const flags = (stored: unknown): Record<FieldId, boolean> =>
  typeof stored === "object" && stored !== null ? Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")) : {};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isLimit = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= mostInColumn;

function limitsIn(stored: unknown): Record<FieldId, Limits> {
  const ofField = (value: unknown) => Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, number] => isLimit(entry[1])));
  return Object.fromEntries(Object.entries(isObject(stored) ? stored : {}).map(([by, value]) => [by, ofField(value)]));
}

const sortOf = ({ sort, descending }: Record<string, unknown>): ColumnSort => ({ sort: typeof sort === "string" ? sort : MANUAL, descending: descending === true });

function sortsIn(stored: unknown): Record<FieldId, Sorts> {
  const ofField = (value: unknown) => Object.fromEntries(Object.entries(isObject(value) ? value : {}).flatMap(([id, sort]) => (isObject(sort) ? [[id, sortOf(sort)]] : [])));
  return Object.fromEntries(Object.entries(isObject(stored) ? stored : {}).map(([by, value]) => [by, ofField(value)]));
}

/** Reads stored settings. Another version of the app, or a person, may have written them, so unknown values are ignored. */
export function boardOf(stored: Settings["board"]): BoardSettings {
  const { card, emptyColumns, emptyLanes, limits, sorts } = (typeof stored === "object" && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    card: Array.isArray(card) ? card.filter((id): id is FieldId => typeof id === "string") : null,
    emptyColumns: flags(emptyColumns),
    emptyLanes: flags(emptyLanes),
    limits: limitsIn(limits),
    sorts: sortsIn(sorts),
  };
}

export const showsEmptyColumns = ({ emptyColumns }: BoardSettings, by: FieldId): boolean => emptyColumns[by] ?? true;
export const showsEmptyLanes = ({ emptyLanes }: BoardSettings, by: FieldId): boolean => emptyLanes[by] ?? false;

const laneMark = "lane:";
const hiddenMark = "hidden:";

/** The name of a collapsed lane in the settings. The prefix tells it apart from a column with the same id. */
export const foldedLane = (laneId: string): string => `${laneMark}${laneId}`;

/** The name of a hidden column in the settings, which keep it among what is collapsed. */
export const hiddenColumn = (columnId: string): string => `${hiddenMark}${columnId}`;

/** The ids of the collapsed columns, of the hidden columns and of the collapsed lanes. */
export function foldsIn(collapsed: readonly string[]): { columns: readonly string[]; hidden: readonly string[]; lanes: readonly string[] } {
  const marked = (mark: string) => collapsed.flatMap((id) => (id.startsWith(mark) ? [id.slice(mark.length)] : []));
  return { columns: collapsed.filter((id) => !id.startsWith(laneMark) && !id.startsWith(hiddenMark)), hidden: marked(hiddenMark), lanes: marked(laneMark) };
}

const none: Limits = {};

/** The limits of the columns that a field makes. */
export const limitsBy = ({ limits }: BoardSettings, by: FieldId): Limits => limits[by] ?? none;

/** The board with another limit for a column; null removes the limit. */
export function withLimit(board: BoardSettings, by: FieldId, columnId: string, limit: number | null): BoardSettings {
  const { [columnId]: _, ...others } = limitsBy(board, by);
  return { ...board, limits: { ...board.limits, [by]: limit === null ? others : { ...others, [columnId]: limit } } };
}

const unsorted: Sorts = {};

/** The orders of the columns that a field makes. */
export const sortsBy = ({ sorts }: BoardSettings, by: FieldId): Sorts => sorts[by] ?? unsorted;

/** The board with another order for a column; null gives it the order of the board. */
export function withSort(board: BoardSettings, by: FieldId, columnId: string, sort: ColumnSort | null): BoardSettings {
  const { [columnId]: _, ...others } = sortsBy(board, by);
  return { ...board, sorts: { ...board.sorts, [by]: sort === null ? others : { ...others, [columnId]: sort } } };
}

/** The limit that a person has typed: null for no limit, undefined if the text is not a limit. */
export function limitIn(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  const limit = /^\d+$/.test(text) ? Number(text) : undefined;
  return isLimit(limit) ? limit : undefined;
}

/** How the number of cards in a column compares with its limit. */
export type Load = "below" | "full" | "over";

export const loadOf = (count: number, limit: number): Load => (count > limit ? "over" : count === limit ? "full" : "below");

/** The fields that cards show. */
export function cardFields({ card }: BoardSettings, fields: readonly Field[]): readonly Field[] {
  return withPart(fields, "card").filter((field) => card?.includes(field.id) ?? !field.card.off);
}

/** The fields on cards after one of them was added or taken away. */
export function toggledOnCards(board: BoardSettings, fields: readonly Field[], id: FieldId): readonly FieldId[] {
  const shown = cardFields(board, fields).map((field) => field.id);
  return shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id];
}
