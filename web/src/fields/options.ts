import type { Placed } from "@/sync/homes";
import type { SyncState } from "@/sync/types";
import type { Hue, PersonFace, Priority, StatusCategory } from "@/ui/vocabulary";
import type { Capability, Command, ListIcon, TypeIcon } from "@/wire/generated";

/** Stands for "has no value" among the values of a filter, and names the group of tickets without a value. */
export const NONE = "none";

/** Stands for the person who looks, among the values of a filter by people. */
export const ME = "me";

/** The configuration of a workspace: what the fields and their options depend on. Readers that follow it do without tickets, which change all the time; only options and values that are tickets need those. */
export type Config = Pick<SyncState, "workspace" | "members" | "statuses" | "lists" | "labels" | "attributes" | "options" | "systemAttributes" | "taskTypes" | "components" | "fixVersions" | "sprints" | "shares" | "me"> & Partial<Pick<SyncState, "tickets" | "links">>;

/** A text in the language of the page, made when it is shown. */
export type Words = () => string;

/** How an option is drawn; see `Picture.tsx`. */
export type Look =
  | { is: "status"; category: StatusCategory; share: number | undefined }
  | { is: "priority"; priority: Priority }
  | { is: "person"; person: PersonFace }
  | { is: "noPerson" }
  | { is: "list"; hue: Hue; outline: boolean; icon?: ListIcon | null | undefined; restricted: boolean; archived: boolean }
  | { is: "label"; hue: Hue }
  | { is: "taskType"; icon: TypeIcon; hue: Hue };

/** A value that a field can take. An option keeps its identity until it changes. */
export interface Option {
  id: string;
  name: string;
  look?: Look;
  /** Other names that a search and a pasted text may use. */
  keywords?: string[];
  /** What the option belongs to, which a picker shows beside its name. */
  meta?: string;
  /** Stands for the option in a copied cell, if the name could not be read back. */
  code?: string;
}

/** "No value", as an option of its own. */
export interface NoneOption {
  name: Words;
  look?: Look;
}

/** Where the options of a field come from. */
export interface Options {
  /** All options in their order, which is also the order of groups. */
  all: (config: Config) => readonly Option[];
  /** All options in the order of a picker, where it differs. */
  offered?: (config: Config) => readonly Option[];
  /** One option, also one that is no longer offered. */
  find: (config: Config, id: string) => Option | undefined;
  /** Finds options by a typed text, if they are too many for a list: then `all` has none. */
  search?: (state: SyncState, typed: string) => Promise<readonly Option[]>;
  /** The id of the option that a pasted text names, if `search` finds the options. */
  read?: (config: Config, text: string) => string | undefined;
  /** True if `value` is a value in every workspace; absent if that depends on the workspace. */
  fixed?: (value: string) => boolean;
  /** The name of an option that is gone; absent if no option ever goes. */
  gone?: Words;
  /** The head of a group whose option is gone. */
  stray?: NoneOption;
  /** True if the ticket can take the option, as far as the page can tell; absent if every ticket can take every option. */
  fits?: (state: SyncState, ticket: Placed, id: string) => boolean;
  /** How a typed name becomes a new option. */
  create?: { name: "label"; command: (id: string, name: string) => Command };
  /** How an unknown name that is pasted becomes a new option, and the capability that this takes. */
  makes?: { takes: Capability; command: (id: string, name: string) => Command };
}

/** Remembers the result for each table. */
export function once<T extends object, R>(make: (table: T) => R): (table: T) => R {
  const made = new WeakMap<T, R>();
  return (table) => {
    const known = made.get(table);
    if (known !== undefined) return known;
    const result = make(table);
    made.set(table, result);
    return result;
  };
}

/** The same for each pair of tables. */
export function onceForBoth<A extends object, B extends object, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  const made = once((a: A) => once((b: B) => make(a, b)));
  return (a, b) => made(a)(b);
}

/** The options of a table: each row becomes one option, in the order of `rows`. */
export function optionsOf(rows: (config: Config) => readonly Option[]): Pick<Options, "all" | "find"> {
  const byId = once((options: readonly Option[]) => new Map(options.map((option) => [option.id, option])));
  return { all: rows, find: (config, id) => byId(rows(config)).get(id) };
}
