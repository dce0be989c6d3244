import type { Activity, Change, Command, EntityKind, Reaction } from "@/wire/generated";
import type { Details, HeldDetail } from "../details/details";
import { predict } from "../kinds/kinds";
import { World } from "../kinds/world";
import { patched, plainRow } from "../replica/replica";
import { emptyTables, rowKinds, same, type RowKind, type Rows, type Tables } from "../tables/tables";
import { workspaceId } from "./rows";

type Row = { id: string } & Record<string, unknown>;

const blankDetail: HeldDetail = {
  state: "ready",
  description: "",
  activities: [],
  reactions: [],
  next: null,
  loadingOlder: false,
  at: {},
  duringRequest: null,
};

/**
 * The state and decisions of the fake node. It uses the client's predictions as rules and adds what only a node does:
 * numbers, history entries, scopes. Tests of the rules themselves do not use it.
 */
export class FakeNodeState {
  readonly #scopes = new Map<string, Tables>();
  /** The scopes besides the workspace's and the personal one that a person follows. */
  readonly shared = new Map<string, Set<string>>();
  #details: Details = {};

  constructor(tables: Tables) {
    this.#scopes.set(workspaceId, tables);
  }

  personal(user: string): string {
    return `personal-${user}`;
  }

  tablesOf(user: string): Tables {
    const all = this.scopesOf(user).map((scope) => this.tablesIn(scope));
    const merged = (kind: RowKind): object => Object.assign({}, ...all.map((tables) => tables[kind]));
    return Object.fromEntries(rowKinds.map((kind) => [kind, merged(kind)])) as unknown as Tables;
  }

  scopesOf(user: string): string[] {
    return [workspaceId, ...(this.shared.get(user) ?? []), this.personal(user)];
  }

  tablesIn(scope: string): Tables {
    return this.#scopes.get(scope) ?? emptyTables;
  }

  /** Makes changes without a command. */
  change(scope: string, changes: Change[]): void {
    this.#store(scope, changes);
  }

  /** True in any scope: ids are unique across scopes. */
  holds(ticketId: string): boolean {
    return [...this.#scopes.values()].some((tables) => ticketId in tables.ticket);
  }

  detail(ticketId: string): { description: string; activities: Activity[]; reactions: Reaction[] } {
    const { description, activities, reactions } = this.#details[ticketId] ?? blankDetail;
    return { description: description ?? "", activities: [...activities], reactions: [...reactions] };
  }

  /** The changes that a command makes, by scope; empty if it changes nothing. */
  decide(user: string, command: Command, when: { at: string; commandId: string }): Map<string, Change[]> {
    const before = this.tablesOf(user);
    if (command.kind === "ticket.create") this.#details = { ...this.#details, [command.ticketId]: blankDetail };
    const opened = Object.keys(before.ticket).map((id) => [id, this.#details[id] ?? blankDetail] as const);
    const details: Details = { ...Object.fromEntries(opened), ...this.#details };
    const world = new World(before, details);
    predict(world, command, { me: user, workspaceId, ...when });
    const after = world.rows.finish();
    const changes = new Map<string, Change[]>();
    const put = (scope: string, change: Change) => changes.set(scope, [...(changes.get(scope) ?? []), change]);
    for (const [kind, ids] of world.rows.touched) {
      for (const id of ids) this.#diff(user, kind, row(before, kind, id), row(after, kind, id), put);
    }
    for (const [ticketId, held] of Object.entries(world.details)) {
      this.#diffDetail(user, ticketId, details[ticketId] ?? blankDetail, held, after, put);
    }
    this.#details = { ...this.#details, ...world.details };
    for (const [scope, list] of changes) this.#store(scope, list);
    return changes;
  }

  backUp(): () => void {
    const [scopes, details] = [[...this.#scopes], this.#details];
    return () => {
      this.#scopes.clear();
      for (const [scope, tables] of scopes) this.#scopes.set(scope, tables);
      this.#details = details;
    };
  }

  #diff(user: string, kind: RowKind, old: Row | undefined, now: Row | undefined, put: (scope: string, change: Change) => void): void {
    const [from, to] = [old && this.#scopeOf(user, old), now && this.#scopeOf(user, now)];
    if (old && from && from !== to) put(from, { op: "delete", entity: kind, id: old.id });
    if (!now || !to) return;
    if (!old || from !== to) {
      const data = kind === "ticket" ? { ...now, number: this.#nextNumber(to) } : { ...now };
      return put(to, { op: "create", entity: kind, id: now.id, data });
    }
    const data = Object.fromEntries(Object.entries(now).filter(([key, value]) => key !== "fields" && !same(value, old[key])));
    if (!same(old.fields ?? {}, now.fields ?? {})) data.fields = changedValues(old.fields ?? {}, now.fields ?? {});
    const real = Object.keys(data).filter((key) => key !== "updatedAt");
    if (real.length > 0) put(to, { op: "update", entity: kind, id: now.id, data });
  }

  #diffDetail(user: string, ticketId: string, old: HeldDetail, now: HeldDetail, after: Tables, put: (scope: string, change: Change) => void): void {
    const ticket = after.ticket[ticketId];
    if (!ticket) return;
    const scope = ticket.private ? this.personal(user) : workspaceId;
    if (old.description !== now.description) {
      put(scope, { op: "update", entity: "ticket", id: ticketId, data: { description: now.description } });
    }
    diffRows("activity", old.activities, now.activities, (change) => put(scope, change));
    diffRows("reaction", old.reactions, now.reactions, (change) => put(scope, change));
  }

  #scopeOf(user: string, it: Row): string {
    return it.private === true ? this.personal(user) : workspaceId;
  }

  #nextNumber(scope: string): number {
    return Math.max(0, ...Object.values(this.tablesIn(scope).ticket).map(({ number }) => number)) + 1;
  }

  #store(scope: string, changes: Change[]): void {
    const tables = structuredClone(this.tablesIn(scope)) as unknown as Record<string, Record<string, Row>>;
    for (const { op, entity, id, data } of changes) {
      const table = tables[entity];
      if (!table) continue;
      if (op === "delete") delete table[id];
      else table[id] = storedRow(entity, op === "update" ? table[id] : undefined, data ?? {});
    }
    this.#scopes.set(scope, tables as unknown as Tables);
  }
}

function storedRow(entity: EntityKind, before: Row | undefined, data: Record<string, unknown>): Row {
  const kind = entity as RowKind;
  const after: unknown = before ? patched(kind, before as unknown as Rows[RowKind], data) : plainRow(kind, data);
  return after as Row;
}

/** The values in which two rows of a ticket differ, as an event has them: null for a value that is gone. */
function changedValues(before: object, after: object): Record<string, unknown> {
  const gone = Object.keys(before).map((id) => [id, null] as const);
  const all = Object.entries({ ...Object.fromEntries(gone), ...after });
  return Object.fromEntries(all.filter(([id, value]) => !same(value, before[id as keyof typeof before])));
}

function row(tables: Tables, kind: RowKind, id: string): Row | undefined {
  return tables[kind][id] as unknown as Row | undefined;
}

function diffRows(
  entity: EntityKind,
  before: readonly { id: string }[],
  after: readonly { id: string }[],
  put: (change: Change) => void,
): void {
  for (const old of before) {
    if (!after.some(({ id }) => id === old.id)) put({ op: "delete", entity, id: old.id });
  }
  for (const now of after) {
    const old = before.find(({ id }) => id === now.id);
    if (!old) put({ op: "create", entity, id: now.id, data: { ...now } });
    else if (!same(old, now)) put({ op: "update", entity, id: now.id, data: { ...now } });
  }
}
