import type { Command, EntityKind } from "@/wire/generated";
import type { Details } from "../details/details";
import type { RowReader } from "../tables/tables";
import type { SyncState } from "../types";
import type { PredictContext, World } from "./world";

export type CommandKind = Command["kind"];
export type CommandOf<K extends CommandKind> = Extract<Command, { kind: K }>;

/** The first word of the commands of an entity, if it is not the entity's own name. */
interface Prefixes {
  ticket: "ticket" | "tickets" | "subtask";
  activity: "comment";
  attribute: "attribute" | "labelSet";
  ticketSubscription: "subscription";
}

/** The commands that change entities of a kind. */
export type CommandsOf<E extends EntityKind> = Extract<CommandKind, `${E extends keyof Prefixes ? Prefixes[E] : E}.${string}`>;

/** The kinds whose commands may come before the page is usable: what every list page edits. The rules of all others load later. */
export type FirstKind = "workspace" | "ticket" | "import";

/** A kind of entity, as the sync core knows it. */
export interface Kind<E extends EntityKind> {
  readonly commands: Rules<CommandsOf<E>>;
}

export type Rules<K extends CommandKind> = { readonly [N in K]: CommandRules<CommandOf<N>> };

/** All that the sync core knows of a command. A command that misses a part does not compile. */
export interface CommandRules<C extends Command> {
  /**
   * Writes on the world what the node will most likely decide. Total: the prediction leaves alone what it cannot judge
   * (a missing row, a cycle), and the refusal of the node tells the person.
   */
  predict(world: World, command: C, context: PredictContext): void;
  /**
   * The commands that take the command back, computed from the state before it; null if nothing can be taken back.
   * They put back only what the command changed, so that undo keeps what was there before.
   */
  inverse(before: Before, command: C): Command[] | null;
  /** The entities that the command names, with the fields it changes: the screen marks them as "saving". */
  touches(command: C): Touch[];
  /** The name of the command for undo and redo; it follows "Undo:" and "Undid:". */
  stepName(command: C): string;
  /** Tells a person which edit was refused or waits. */
  describe(view: KnownToDescribe, command: C): Described;
}

/** The view before a command. */
export interface Before {
  rows: RowReader;
  details: Details;
  me: string;
}

export interface Touch {
  id: string;
  fields: string[];
}

/** An edit in words: its subject, and the text that would be lost with it. */
export interface Described {
  what: string;
  text: string | null;
}

/** The rows that a description names, and the names of a ticket's fields within a sentence. */
export interface KnownToDescribe extends Pick<SyncState, "tickets" | "workspace" | "lists" | "groups" | "labels" | "attributes" | "options" | "systemAttributes" | "taskTypes" | "components" | "fixVersions" | "sprints" | "statuses" | "members" | "roles" | "savedViews" | "baselines" | "templates" | "me"> {
  fieldName(field: string): string;
}

/** The fields that a patch names, as the row has them. */
export function pickedFrom<P extends object>(row: P, patch: P): P {
  return Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof P]])) as P;
}

/** The texts that an author would miss if a patch was lost, or null. */
export function textsIn(patch: object): string | null {
  const { fields = {}, ...rest } = patch as { fields?: object };
  const own = Object.entries(rest).flatMap(([field, value]) => (["title", "description", "name", "goal"].includes(field) ? [value] : []));
  const texts = [...own, ...Object.values(fields)].filter((value) => typeof value === "string");
  return texts.length > 0 ? texts.join("\n\n") : null;
}
