import type { Command, FieldEdit, FieldValue, LabelSet, Ticket } from "@/wire/generated";
import type { RowReader } from "../../tables/tables";
import type { World } from "../world";

/** The rules about values that depend on other rows: on where tickets live (tickets as values, attributes of some lists), and on label sets. */
export interface LinkedRules {
  /** Whether a value of the ticket may name another ticket from now on. */
  mayBe(rows: RowReader, ticket: Ticket, id: string): boolean;
  /** The value of an attribute with these label sets after an edit, as `edited` gives it. */
  labelled(rows: RowReader, sets: readonly LabelSet[], before: FieldValue | undefined, edit: FieldEdit): FieldValue | null | undefined;
  /**
   * Removes moved tickets from values that may no longer name them, and removes from the values of moved tickets the
   * tickets that these may no longer name. Moved tickets lose the values of attributes that some readers of the new home
   * do not see.
   */
  settle(world: World, moved: ReadonlySet<string>): void;
  /** Takes a ticket that goes out of the values of others. */
  forget(world: World, gone: string): void;
  /** The commands that restore what values may lose when tickets move to another home. */
  back(rows: RowReader, moved: ReadonlySet<string>): Command[];
}

/** Rules that are no part of the first load: they arrive with the rules of the other kinds. Until then, predictions do without them. */
export const late: { linked: LinkedRules | null } = { linked: null };
