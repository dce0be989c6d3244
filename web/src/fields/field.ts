import type { LucideIcon } from "lucide-react";
import type { ActivityKind, Ticket } from "@/wire/generated";
import type { Config, Look, Words } from "./options";
import type { Periods } from "./periods";
import type { Value } from "./value";

/** Unique in a workspace. Names a field in code, and in stored columns, widths and filters. */
export type FieldId = string;

/** The column of the spreadsheet. */
export interface ColumnPart {
  order: number;
  /** The name in this place, if it differs. */
  name?: Words;
  /** Pixels, until a person resizes the column. */
  width: number;
  /** True if the column is shown until a person hides it. */
  shown: boolean;
}

/** The filter. Only a field with options, or with values that a condition compares, can be filtered. */
export interface FilterPart {
  order: number;
  /** The name in this place, if it differs. */
  name?: Words;
  icon: LucideIcon;
  /** The noun for one value ("label"), if the noun of the field means several ("labels"). */
  noun?: Words;
  /** The sentences of the palette for a field of people. Other fields have the common sentences. */
  people?: { is: (name: string) => string; none: Words; mine: Words };
}

/** Grouping. Each option of a field is a group; a field with a date has periods instead. */
export interface GroupPart {
  order: number;
  /** The groups of a field with a date. */
  periods?: Periods;
  /** The name in this place, if it differs. */
  name?: Words;
  /** True if the spreadsheet shows groups without tickets. */
  showEmpty?: boolean;
}

/** Sorting. Tickets without a key come last, in both directions. */
export interface SortPart {
  order: number;
  /** The name in this place, if it differs. */
  name?: Words;
  /** The names of the two directions, ascending first. */
  ways: readonly [Words, Words];
  key: (ticket: Ticket, config: Config) => string | number | null;
  /** True if the keys are texts for people: then they are compared by the rules of the language. */
  collated?: boolean;
  /** Orders two tickets with the same key. */
  tie?: (a: Ticket, b: Ticket) => number;
  /** True for one field, the day of creation: a place without a manual order shows its tickets by it, the newest first. */
  natural?: boolean;
}

/** The line in the panel of a ticket. */
export interface PanelPart {
  order: number;
  /** The name in this place, if it differs. */
  name?: Words;
  /** True if the line is folded away on a phone. */
  rare?: boolean;
  /** The text in place of a value that is missing. */
  nothing?: Words;
  /** The field whose date begins the span that this field's date ends. Both stand in one line. */
  from?: FieldId;
}

/** The button in the bar for several selected tickets. */
export interface BulkPart {
  order: number;
  /** True if the field is in the menu "More", and not a button of its own. */
  more?: boolean;
  /** The name in this place, if it differs. */
  name?: Words;
  icon: LucideIcon;
}

/** The place on a card of the board: at the top, as chips below the title, in the foot, or at the end of the foot. */
export type CardPlace = "top" | "chips" | "foot" | "end";

/** The mark on a card of the board, and in the row of a phone. */
export interface CardPart {
  order: number;
  place: CardPlace;
  /** True if cards show the field only if a person has chosen it. */
  off?: boolean;
}

/** The action that asks for a value: in menus, in the palette and by key. */
export interface ActionPart {
  order: number;
  /** Absent: "Set due date", with the noun of the field. */
  label?: Words;
  icon: LucideIcon;
  /** Every way to press it. The first one is shown. */
  keys: string[];
  /** True if the action needs exactly one ticket. */
  alone?: boolean;
  /** The place in the menu of a row. Absent: not in that menu. */
  menu?: number;
}

/** The button in the dialog for a new ticket. */
export interface DraftPart {
  order: number;
  /** The text and the picture while nothing is chosen. */
  nothing: Words;
  icon?: LucideIcon;
  look?: Look;
  /** The value that the node gives a ticket that names none. */
  given?: (config: Config) => string | undefined;
  /** True if a private ticket has no such value, because no other person sees the ticket. */
  shared?: boolean;
  /** True if the dialog asks for the value before it makes the ticket. */
  required?: boolean;
}

/** The kinds of sentences about a change; see `sentences.ts`. */
export type SentenceKind = "fromTo" | "renamed" | "edited" | "assigned" | "moved" | "labelled" | "chosen" | "privacy";

/** How the history describes a change of the field. */
export interface HistoryPart {
  /** The kinds of activities of the field's own. Any field may also have a `customFieldChange` that names its key. */
  activities?: readonly ActivityKind[];
  icon?: LucideIcon;
  sentence: SentenceKind;
}

/**
 * A field of a ticket, with everything that the views of tickets need. If a part is absent, the field is not shown
 * there.
 */
export interface Field {
  id: FieldId;
  /** The name of the field in tickets, patches, presence and marks of waiting edits. */
  key: string;
  /** Names the field in addresses, and in the stored grouping and sorting. */
  word: string;
  /** The name as a label: "Due date". */
  name: Words;
  /** The name within a sentence: "due date". */
  noun: Words;
  value: Value;
  /** True if a ticket in these lists has the field; absent if every ticket has it. */
  has?: (lists: Ticket["lists"]) => boolean;
  /** The lists whose tickets have the field; absent if every ticket has it. */
  listIds?: readonly string[];
  column?: ColumnPart;
  filter?: FilterPart;
  group?: GroupPart;
  sort?: SortPart;
  panel?: PanelPart;
  bulk?: BulkPart;
  card?: CardPart;
  action?: ActionPart;
  draft?: DraftPart;
  history?: HistoryPart;
}

/** The parts of a field that readers list, each in its own order. */
type Part = "column" | "filter" | "group" | "sort" | "panel" | "bulk" | "card" | "action" | "draft";

/** A field that has a part. */
export type With<P extends Part> = Field & Required<Pick<Field, P>>;

const sorted = new WeakMap<readonly Field[], Map<Part, readonly Field[]>>();

/** The fields that have a part, in the part's order; the same array for the same fields. */
export function withPart<P extends Part>(fields: readonly Field[], part: P): readonly With<P>[] {
  const known = sorted.get(fields) ?? new Map<Part, readonly Field[]>();
  sorted.set(fields, known);
  const found =
    known.get(part) ?? fields.filter((field) => field[part] !== undefined).toSorted((a, b) => (a[part]?.order ?? 0) - (b[part]?.order ?? 0));
  known.set(part, found);
  return found as readonly With<P>[];
}

/** True if all of these tickets have the field. */
export const isOnAll = ({ has }: Field, tickets: readonly Pick<Ticket, "lists">[]): boolean => !has || tickets.every(({ lists }) => has(lists));

/** The name of a field in one of its parts. */
export const nameIn = (field: Field, part: "column" | "filter" | "group" | "sort" | "panel" | "bulk"): string =>
  (field[part]?.name ?? field.name)();

/** The field of an id; undefined if the workspace has no such field. */
export const fieldById = (fields: readonly Field[], id: FieldId): Field | undefined => fields.find((field) => field.id === id);

/** The field with this key in patches, presence and activities. */
export const fieldByKey = (fields: readonly Field[], key: string): Field | undefined => fields.find((field) => field.key === key);
