import { t } from "@lingui/core/macro";
import { isBlank, lineOf } from "@/lib/text";
import type { Color, Command } from "@/wire/generated";
import { byRank, rankBehind, rankLast, type Ranked } from "../tables/rank";
import { viewNames, type Rows } from "../tables/tables";
import { pickedFrom, textsIn, type CommandOf, type CommandRules, type KnownToDescribe } from "./kind";
import type { PredictContext, World } from "./world";

/** What the kinds with a name, and those with a name and a rank, have in common. */
type NamedKind = "status" | "list" | "group" | "label" | "role" | "attribute" | "option" | "taskType" | "component" | "fixVersion" | "sprint";
type RankedKind = "status" | "list" | "group" | "attribute" | "taskType";

type Create<K extends NamedKind> = CommandOf<`${K}.create`> & { name: string };
type Update<K extends NamedKind> = CommandOf<`${K}.update`> & { patch: { name?: string } };
type Move<K extends RankedKind> = CommandOf<`${K}.move`> & { after?: string | null };
type Delete<K extends NamedKind> = CommandOf<`${K}.delete`>;

/** A kind, and how its commands name a row. */
interface Named<K extends NamedKind, C> {
  kind: K;
  id(command: C): string;
  stepName(): string;
}

interface Creating<K extends NamedKind> extends Named<K, Create<K>> {
  /** The row without its id and name. */
  row(world: World, command: Create<K>, context: PredictContext): Omit<Rows[K], "id" | "name">;
  /** Whether the row shares its scope with no other of the kind; then its name is free. */
  isAlone?(command: Create<K>): boolean;
  /** False if the node refuses the command for another reason than the name and the id. */
  fits?(world: World, command: Create<K>): boolean;
  /** What comes with the row. */
  after?(world: World, command: Create<K>, context: PredictContext): void;
  inverse: CommandRules<Create<K>>["inverse"];
  what(): string;
}

export function createRules<K extends NamedKind>({ kind, id, row, isAlone, fits, after, inverse, stepName, what }: Creating<K>): CommandRules<Create<K>> {
  return {
    predict(world, command, context) {
      const alone = isAlone?.(command) ?? false;
      if (!isFree(world, kind, command.name, undefined, alone) || world.rows.get(kind, id(command))) return;
      if (fits?.(world, command) === false) return;
      const made = { ...row(world, command, context), id: id(command), name: lineOf(command.name) };
      world.rows.set(kind, made.id, made as unknown as Rows[K]);
      after?.(world, command, context);
    },
    inverse,
    touches: (command) => [{ id: id(command), fields: ["id"] }],
    stepName,
    describe: (_, { name }) => ({ what: what(), text: name }),
  };
}

interface Changing<K extends NamedKind, C> extends Named<K, C> {
  /** `name` is that of the row, as far as it is known. */
  what(name: string): string;
}

export function updateRules<K extends NamedKind>({ kind, id, stepName, what }: Changing<K, Update<K>>): CommandRules<Update<K>> {
  return {
    predict(world, command) {
      const { patch } = command;
      if (patch.name !== undefined && !isFree(world, kind, patch.name, id(command))) return;
      world.rows.patch(kind, id(command), (patch.name === undefined ? patch : { ...patch, name: lineOf(patch.name) }) as Partial<Rows[K]>);
    },
    inverse({ rows }, command) {
      const row: object | undefined = rows.get(kind, id(command));
      return row ? [{ ...command, patch: pickedFrom(row, command.patch) } as Command] : null;
    },
    touches: (command) => [{ id: id(command), fields: Object.keys(command.patch) }],
    stepName,
    describe: (view, command) => ({ what: what(nameIn(view, kind, id(command))), text: textsIn(command.patch) }),
  };
}

export function moveRules<K extends RankedKind>({ kind, id, stepName, what }: Changing<K, Move<K>>): CommandRules<Move<K>> {
  return {
    predict(world, command) {
      // A moved row goes behind `after`, or in front of all.
      const rank = rankBehind(world.rows.rows(kind), command.after ?? null, id(command));
      if (rank !== null) world.rows.patch(kind, id(command), { rank } as Partial<Rows[K]>);
    },
    inverse({ rows }, command) {
      const { after: _, ...place } = command;
      return [{ ...place, ...placeOf(rows.rows(kind), id(command)) } as Command];
    },
    touches: (command) => [{ id: id(command), fields: ["rank"] }],
    stepName,
    describe: (view, command) => ({ what: what(nameIn(view, kind, id(command))), text: null }),
  };
}

interface Deleting<K extends NamedKind> extends Changing<K, Delete<K>> {
  predict: CommandRules<Delete<K>>["predict"];
  inverse: CommandRules<Delete<K>>["inverse"];
}

export function deleteRules<K extends NamedKind>({ kind, id, predict, inverse, stepName, what }: Deleting<K>): CommandRules<Delete<K>> {
  return {
    predict,
    inverse,
    touches: (command) => [{ id: id(command), fields: ["id"] }],
    stepName,
    describe: (view, command) => ({ what: what(nameIn(view, kind, id(command))), text: null }),
  };
}

/**
 * False if the node refuses a name: one that shows nothing, or that another row of the kind has in the same scope, in any
 * case. A restricted list is `alone` in its scope.
 */
export function isFree(world: World, kind: NamedKind, name: string, own?: string, alone = own !== undefined && world.isRestricted(own)): boolean {
  const rows: Called[] = world.rows.rows(kind);
  return alone ? !isBlank(name) : isUnused(rows, name, own, ({ id }) => !world.isRestricted(id));
}

interface Called {
  id: string;
  name: string;
}

/** True if a name shows something, and none of the rows that count has it, in any case. `own` is the row that is renamed. */
export function isUnused(rows: Called[], name: string, own?: string, counts: (row: Called) => boolean = () => true): boolean {
  const wanted = lineOf(name).toLowerCase();
  return !isBlank(name) && !rows.some((row) => row.id !== own && row.name.toLowerCase() === wanted && counts(row));
}

export function nameIn(view: KnownToDescribe, kind: NamedKind, id: string): string {
  return view[viewNames[kind]][id]?.name ?? t`(deleted)`;
}

/** The rank of a new row: behind `after`, or behind all. */
export function newRank(others: Ranked[], after: string | null | undefined): string {
  return (after ? rankBehind(others, after) : null) ?? rankLast(others);
}

/** The place of a row as commands name it: behind the row in front of it now. */
export function placeOf(rows: Ranked[], id: string): { after?: string } {
  const inOrder = rows.toSorted(byRank);
  const neighbour = inOrder[inOrder.findIndex((row) => row.id === id) - 1];
  return neighbour ? { after: neighbour.id } : {};
}

const hues: Color[] = ["grey", "red", "orange", "amber", "olive", "green", "teal", "cyan", "blue", "indigo", "violet", "pink"];

/** The hue of the n-th row if the command names none, as the node picks it. */
export const nthColor = (n: number): Color => hues[1 + ((n * 5) % 11)] ?? "grey";
