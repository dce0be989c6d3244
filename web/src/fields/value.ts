import type { TicketCreate, SetPatch, Source, Ticket, TicketPatch } from "@/wire/generated";
import { type Config, type NoneOption, type Options } from "./options";

/** One option, or none. */
export interface One {
  kind: "one";
  options: Options;
  /** Absent if the field always has a value. */
  none?: NoneOption;
  /** True if the value cannot be cleared. */
  kept?: boolean;
  /** True if the node sets the value, and no person can change it. */
  fixed?: boolean;
  read: (ticket: Ticket) => string | null;
  write: (id: string | null) => TicketPatch;
  /** The fields of a new ticket with this value; absent if a new ticket cannot have it. */
  start?: (id: string) => Partial<TicketCreate>;
}

/** Any number of options. */
export interface Many {
  kind: "many";
  options: Options;
  /** Absent if a filter does not ask for tickets without a value. */
  none?: NoneOption;
  /** How several options are drawn in little room: faces, the first and a number, or as many chips as fit. */
  shown: "faces" | "first" | "chips";
  /** True if the value cannot be cleared. */
  kept?: boolean;
  /** True if people cannot set the value. */
  fixed?: boolean;
  /** For a value that is computed from rows of other kinds, such as links: returns the value that reads tickets with these rows. Absent if the ticket itself has the value. */
  among?: (config: Config) => Many;
  /** The options of a ticket that it loses when it gets another option; absent if it loses none. */
  loses?: (config: Config, own: readonly string[], taken: string) => readonly string[];
  read: (ticket: Ticket) => readonly string[];
  /** The node merges the change with concurrent changes of other people. */
  write: (change: SetPatch<string>) => TicketPatch;
  start?: (ids: string[]) => Partial<TicketCreate>;
}

/** A plain date, `YYYY-MM-DD`, or none. */
export interface DateValue {
  kind: "date";
  /** True if the value cannot be cleared. */
  kept?: boolean;
  read: (ticket: Ticket) => string | null;
  write: (date: string | null) => TicketPatch;
  /** The earliest and the latest date that fit the ticket. */
  min?: (ticket: Ticket) => string | null;
  max?: (ticket: Ticket) => string | null;
  /** True if an open ticket is late after this date. */
  deadline?: boolean;
  start?: (date: string) => Partial<TicketCreate>;
}

/** One line of text, at most `longest` characters, never empty. */
export interface LineValue {
  kind: "line";
  longest: number;
  read: (ticket: Ticket) => string;
  write: (text: string) => TicketPatch;
}

/** A text, number or address that a person types, or none. */
export interface EntryValue {
  kind: "entry";
  form: "text" | "number" | "url";
  /** True if the value cannot be cleared. */
  kept?: boolean;
  /** The value as a person types it. */
  read: (ticket: Ticket) => string | null;
  /** The text has no objection; null empties the field. */
  write: (text: string | null) => TicketPatch;
  /** The reason why a typed text is no value of the field; null if it is one. */
  objection: (text: string) => string | null;
  /** The fields of a new ticket with this value. */
  start: (text: string) => Partial<TicketCreate>;
}

/** A long text, which is not kept in the rows of tickets. */
export interface LongValue {
  kind: "long";
}

/** The ticket that this one is a part of, or none. */
export interface ParentValue {
  kind: "parent";
  read: (ticket: Ticket) => string | null;
  write: (ticketId: string | null) => TicketPatch;
}

/** Yes or no. */
export interface FlagValue {
  kind: "flag";
  read: (ticket: Ticket) => boolean;
  write: (on: boolean) => TicketPatch;
}

/** A time that the node sets. No person can change it. */
export interface MomentValue {
  kind: "moment";
  /** `took` is in seconds, from creation to this moment. Null if the moment has not come. */
  read: (ticket: Ticket) => { at: string; userId: string | null; took: number | null } | null;
}

/** The number of the ticket, which is shown as its key. No person can change it. */
export interface NumberValue {
  kind: "number";
}

/** Where an imported ticket came from. No person can change it. */
export interface SourceValue {
  kind: "source";
  read: (ticket: Ticket) => Source | null;
}

/** A text that follows from other rows. No person can change it, and no filter compares it. */
export interface DerivedValue {
  kind: "derived";
  text: (config: Config, ticket: Ticket) => string;
  /** True if the ticket has the value, so that the panel shows a line; absent if every ticket has it. */
  holds?: (ticket: Ticket) => boolean;
}

/** How a value is read from a ticket and written into a patch. The kind decides how it is drawn and edited. */
export type Value =
  | One
  | Many
  | DateValue
  | EntryValue
  | LineValue
  | LongValue
  | ParentValue
  | FlagValue
  | MomentValue
  | NumberValue
  | SourceValue
  | DerivedValue;

/** A value that is chosen from options. */
export type Choice = One | Many;

/** A value that a picker asks for. */
export type Picked = Choice | DateValue | EntryValue;

export const isChoice = (value: Value): value is Choice => value.kind === "one" || value.kind === "many";
/** True if people can set the value. */
export const isPicked = (value: Value): value is Picked =>
  isChoice(value) ? value.fixed !== true : value.kind === "date" || value.kind === "entry";

/** The value with the rows that it needs to read tickets, see `among`. */
export const valueAmong = (value: Value, config: Config): Value => (value.kind === "many" && value.among ? value.among(config) : value);

const nothing: readonly string[] = [];

/** The value as a list: the ids of its options, its date, or nothing. */
export function idsOf(value: Value, ticket: Ticket): readonly string[] {
  if (value.kind === "many") return value.read(ticket);
  if (value.kind !== "one" && value.kind !== "date" && value.kind !== "entry" && value.kind !== "parent") return nothing;
  const id = value.read(ticket);
  return id === null ? nothing : [id];
}

/** The value for a comparison of two versions of a ticket; undefined if the ticket does not hold it or people cannot set it. */
export function comparable(value: Value, ticket: Ticket): unknown {
  if (value.kind === "line" || value.kind === "flag") return value.read(ticket);
  return isPicked(value) || value.kind === "parent" ? idsOf(value, ticket) : undefined;
}

/**
 * The patch that gives a ticket this value. Null if the ticket has it already, or if the field cannot take it. The patch
 * to the value before takes the change back.
 */
export function patchTo(value: Picked, ticket: Ticket, wanted: readonly string[]): TicketPatch | null {
  if (value.kind === "many") {
    const own = value.read(ticket);
    const add = wanted.filter((id) => !own.includes(id));
    const remove = own.filter((id) => !wanted.includes(id));
    return add.length + remove.length > 0 ? value.write({ add, remove }) : null;
  }
  const [only = null] = wanted;
  if (only === null && !mayBeEmpty(value)) return null;
  return value.read(ticket) === only ? null : value.write(only);
}

/** True if a key may empty the field. */
export function mayBeEmpty(value: Picked): boolean {
  return value.kept !== true && (value.kind !== "one" || value.none !== undefined);
}

/** The fields of a new ticket that has this value. */
export function startOf(value: Value, ids: readonly string[]): Partial<TicketCreate> {
  const [first] = ids;
  if (value.kind === "many") return value.start?.([...ids]) ?? {};
  if (first === undefined || (value.kind !== "one" && value.kind !== "date" && value.kind !== "entry")) return {};
  return value.start?.(first) ?? {};
}
