import type { Details } from "../details/details";
import type { Before } from "../kinds/kind";
import { predict } from "../kinds/kinds";
import { World } from "../kinds/world";
import type { Entry } from "../outbox/outbox";
import { rowKinds, same, type RowKind, type RowReader, type Rows, type Tables } from "../tables/tables";

/** The confirmed state that predictions are written on. */
export interface Base {
  readonly tables: Tables;
  readonly details: Details;
}

/** The view's tables and details, and what they were computed from: the next rebase reuses the parts that did not change. */
export interface Rebased {
  readonly tables: Tables;
  readonly details: Details;
  readonly base: Base;
  /** The ids of the predicted commands, in order. */
  readonly predicted: readonly string[];
  readonly touched: Touched;
}

type Touched = ReadonlyMap<RowKind, ReadonlySet<string>>;

/** The person whose commands are predicted. */
export interface Author {
  me: string;
  workspaceId: string;
}

/**
 * view = confirmed + outbox: every unanswered command is predicted on the confirmed state, in order. Predicted rows that
 * come out the same as last time keep their identity, and so do tables without a change, so that nothing renders for
 * them. Rows that no command predicts any more come from the confirmed tables. If commands were only added since last
 * time, only those are predicted.
 */
export function rebase(base: Base, pending: readonly Entry[], author: Author, last: Rebased | null): Rebased {
  if (last && isSame(base, last.base) && last.predicted.every((id, index) => id === pending[index]?.id)) {
    if (pending.length === last.predicted.length) return last;
    const added = new Append(last, author);
    for (const entry of pending.slice(last.predicted.length)) added.predict(entry);
    return added.finish();
  }
  if (pending.length === 0) return withoutPredictions(base);
  const world = new World(base.tables, base.details);
  for (const entry of pending) predictEntry(world, entry, author);
  return {
    tables: last ? reuseTables(world, base.tables, last) : world.rows.finish(),
    details: last ? reuseDetails(world.details, last.details) : world.details,
    base,
    predicted: pending.map(({ id }) => id),
    touched: world.rows.touched,
  };
}

const withoutPredictions = (base: Base): Rebased => ({ ...base, base, predicted: [], touched: new Map() });

const isSame = (a: Base, b: Base): boolean => a.tables === b.tables && a.details === b.details;

/**
 * Adds commands to a view one after the other. Each is predicted once, on the result of the one before, and each table is
 * copied at most once.
 */
export class Append {
  readonly #last: Rebased;
  readonly #author: Author;
  readonly #world: World;
  readonly #ids: string[] = [];

  constructor(last: Rebased, author: Author) {
    this.#last = last;
    this.#author = author;
    this.#world = new World(last.tables, last.details);
  }

  /** The state after the commands that were added so far. */
  get state(): Before {
    return { rows: this.#world.rows, details: this.#world.details, me: this.#author.me };
  }

  get rows(): RowReader {
    return this.#world.rows;
  }

  predict(entry: Entry): void {
    this.#ids.push(entry.id);
    predictEntry(this.#world, entry, this.#author);
  }

  /** The view with the added commands. Call it last. */
  finish(): Rebased {
    if (this.#ids.length === 0) return this.#last;
    return {
      tables: this.#world.rows.finish(),
      details: this.#world.details,
      base: this.#last.base,
      predicted: [...this.#last.predicted, ...this.#ids],
      touched: union(this.#last.touched, this.#world.rows.touched),
    };
  }
}

function predictEntry(world: World, { id, command, at }: Entry, author: Author): void {
  try {
    predict(world, command, { ...author, at, commandId: id });
  } catch (error) {
    // Another build may have stored the command. The node decides what this build cannot predict.
    console.warn("The effect of an edit cannot be predicted.", command.kind, error);
  }
}

function union(a: Touched, b: Touched): Touched {
  const all = new Map(a);
  for (const [kind, ids] of b) all.set(kind, new Set([...(a.get(kind) ?? []), ...ids]));
  return all;
}

/** Keeps last time's table of a kind if neither the confirmed table nor a predicted row of the kind has changed. */
function reuseTables(world: World, base: Tables, last: Rebased): Tables {
  for (const [kind, ids] of world.rows.touched) {
    for (const id of ids) keepIdentity(world, kind, id, last.tables[kind]);
  }
  const predicted = world.rows.finish();
  const tables: Record<string, unknown> = {};
  for (const kind of rowKinds) {
    const unchanged = base[kind] === last.base.tables[kind] && sameTouched(predicted, last, world, kind);
    tables[kind] = unchanged ? last.tables[kind] : predicted[kind];
  }
  return tables as Tables;
}

function reuseDetails(predicted: Details, last: Details): Details {
  const settled = Object.fromEntries(
    Object.entries(predicted).map(([id, held]) => [id, last[id] && same(held, last[id]) ? last[id] : held]),
  );
  const unchanged = Object.keys(settled).length === Object.keys(last).length && Object.keys(settled).every((id) => settled[id] === last[id]);
  return unchanged ? last : settled;
}

function keepIdentity<K extends RowKind>(world: World, kind: K, id: string, before: Readonly<Record<string, Rows[K]>>): void {
  const [now, old] = [world.rows.get(kind, id), before[id]];
  if (now && old && now !== old && same(now, old)) world.rows.set(kind, id, old as Rows[K]);
}

function sameTouched(predicted: Tables, last: Rebased, world: World, kind: RowKind): boolean {
  const [now, old] = [world.rows.touched.get(kind), last.touched.get(kind)];
  if ((now?.size ?? 0) !== (old?.size ?? 0)) return false;
  for (const id of now ?? []) {
    if (!old?.has(id) || predicted[kind][id] !== last.tables[kind][id]) return false;
  }
  return true;
}
