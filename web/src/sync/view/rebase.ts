import type { Details } from "../details/details";
import type { Entry } from "../outbox/outbox";
import { predict } from "../kinds/predict";
import { World } from "../kinds/world";
import { rowKinds, same, type RowKind, type Rows, type Tables } from "../tables/tables";

/** The view's tables and details, and what they were made of: the next rebase reuses what did not change. */
export interface Rebased {
  readonly tables: Tables;
  readonly details: Details;
  readonly base: Tables;
  readonly touched: ReadonlyMap<RowKind, ReadonlySet<string>>;
}

/**
 * view = confirmed + outbox: every unanswered command is predicted again on
 * the confirmed state, in order. Rows and tables that come out the same as
 * last time keep their identity, so that nothing renders for them.
 */
export function rebase(
  base: Tables,
  details: Details,
  pending: readonly Entry[],
  who: { me: string; workspaceId: string },
  last: Rebased | null,
): Rebased {
  if (pending.length === 0) return { tables: base, details, base, touched: new Map() };
  const world = new World(base, details);
  for (const { id, command, at } of pending) {
    try {
      predict(world, command, { ...who, at, commandId: id });
    } catch (error) {
      // Kept by another version, perhaps: what cannot be foretold is left to the node to decide.
      console.warn("What an edit will do cannot be foretold.", command.kind, error);
    }
  }
  const tables = last ? settleTables(world, base, last) : world.rows.finish();
  return { tables, details: last ? settleDetails(world.details, last.details) : world.details, base, touched: world.rows.touched };
}

function settleTables(world: World, base: Tables, last: Rebased): Tables {
  for (const [kind, ids] of world.rows.touched) {
    for (const id of ids) keepIdentity(world, kind, id, last.tables[kind]);
  }
  const made = world.rows.finish();
  const tables: Record<string, unknown> = {};
  for (const kind of rowKinds) {
    const unchanged = base[kind] === last.base[kind] && sameTouched(made, last, world, kind);
    tables[kind] = unchanged ? last.tables[kind] : made[kind];
  }
  return tables as Tables;
}

function settleDetails(made: Details, last: Details): Details {
  const kept = Object.fromEntries(
    Object.entries(made).map(([id, held]) => [id, last[id] && same(held, last[id]) ? last[id] : held]),
  );
  const unchanged = Object.keys(kept).length === Object.keys(last).length && Object.keys(kept).every((id) => kept[id] === last[id]);
  return unchanged ? last : kept;
}

function keepIdentity<K extends RowKind>(world: World, kind: K, id: string, before: Readonly<Record<string, Rows[K]>>): void {
  const [now, old] = [world.rows.get(kind, id), before[id]];
  if (now && old && now !== old && same(now, old)) world.rows.set(kind, id, old as Rows[K]);
}

function sameTouched(made: Tables, last: Rebased, world: World, kind: RowKind): boolean {
  const [now, old] = [world.rows.touched.get(kind), last.touched.get(kind)];
  if ((now?.size ?? 0) !== (old?.size ?? 0)) return false;
  for (const id of now ?? []) {
    if (!old?.has(id) || made[kind][id] !== last.tables[kind][id]) return false;
  }
  return true;
}
