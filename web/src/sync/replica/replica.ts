import type { Capabilities, Change, Event, NodeFrame, ScopeCursor, ScopeKind, Ticket } from "@/wire/generated";
import { mergedValues, withValues, type ValueChanges } from "../tables/values";
import { Draft, emptyTables, isRowKind, rowKinds, type RowKind, type Rows, type Tables } from "../tables/tables";

export type Cursors = Readonly<Record<string, ScopeCursor>>;
export type EventsFrame = Extract<NodeFrame, { type: "events" }>;

/**
 * The confirmed state. The tables hold the rows of all scopes; `homes` names the scope of each row that is not in the
 * workspace's scope.
 */
export interface Replica {
  readonly workspaceId: string;
  /** The schema number that the rows are complete for (RS6); see `stream/schema.ts`. */
  readonly schema: number;
  readonly cursors: Cursors;
  readonly kinds: Readonly<Record<string, ScopeKind>>;
  readonly tables: Tables;
  readonly homes: Readonly<Record<string, string>>;
  /**
   * Rows that two scopes hold at once. A row that changes scope is created in one stream and deleted in another, and
   * the two events may arrive in either order. The copy of the other scope waits here until its own stream deletes it,
   * or it is shown again.
   */
  readonly shadows: Readonly<Record<string, Readonly<Record<string, Shadow>>>>;
  /** The person's capabilities, as the node sent them last (CP1). */
  readonly capabilities: Capabilities | null;
}

export interface Shadow {
  kind: RowKind;
  row: Rows[RowKind];
}

export function emptyReplica(workspaceId: string): Replica {
  return { workspaceId, schema: 0, cursors: {}, kinds: {}, tables: emptyTables, homes: {}, shadows: {}, capabilities: null };
}

/** How a frame fits a replica at its cursor (EV1, RS4). */
export type Fit = { fit: "next"; events: Event[] } | { fit: "known" } | { fit: "gap" };

/**
 * `floor` is the seq of the snapshot that the replica started from. A frame may begin before it, and is cut there.
 * After it, `from` must equal the cursor, and every seq up to `to` must be there once.
 */
export function fitOf(frame: EventsFrame, cursor: number, floor: number): Fit {
  if (frame.to <= floor) return { fit: "known" };
  const from = Math.max(frame.from, floor);
  if (from !== cursor) return { fit: "gap" };
  const events = frame.events.filter((event) => event.seq > from);
  const whole = events.length === frame.to - from && events.every((event, index) => event.seq === from + index + 1);
  return whole ? { fit: "next", events } : { fit: "gap" };
}

/** Applies events that follow the scope's cursor. Pure; untouched rows and tables keep their identity. */
export function applyEvents(replica: Replica, scope: string, events: readonly Event[]): Replica {
  if (events.length === 0) return replica;
  return applyBatch(replica, [{ scope, events }]);
}

export function applyEvent(replica: Replica, scope: string, event: Event): Replica {
  return applyEvents(replica, scope, [event]);
}

/** The rows of a snapshot, as changes that create them. */
export type NewRows = readonly Change[];

/** Adds a gained scope (FO1), with its rows at the cursor. */
export function withScope(replica: Replica, scope: string, kind: ScopeKind, cursor: ScopeCursor, rows: NewRows): Replica {
  const [kinds, cursors] = [{ ...replica.kinds, [scope]: kind }, { ...replica.cursors, [scope]: cursor }];
  return applyEvent({ ...replica, kinds, cursors }, scope, localEvent(cursor.seq, rows));
}

/** Removes a lost scope. Returns the removed rows too. */
export function withoutScope(replica: Replica, scope: string): { replica: Replica; gone: ReadonlySet<string> } {
  const changes: Change[] = [];
  const drop = (entity: RowKind, id: string) => changes.push({ op: "delete", entity, id });
  for (const kind of rowKinds) {
    for (const id of Object.keys(replica.tables[kind])) if (homeOf(replica, id) === scope) drop(kind, id);
  }
  for (const [id, shadows] of Object.entries(replica.shadows)) if (shadows[scope]) drop(shadows[scope].kind, id);
  const { [scope]: cursor, ...cursors } = replica.cursors;
  const { [scope]: _, ...kinds } = replica.kinds;
  const left = applyEvent(replica, scope, localEvent(cursor?.seq ?? 0, changes));
  const gone = changes.map(({ id }) => id).filter((id) => rowKinds.every((kind) => !(id in left.tables[kind])));
  return { replica: { ...left, cursors, kinds }, gone: new Set(gone) };
}

/** The rows of restricted lists that a later replica no longer follows, and that it holds nowhere else. */
export function goneWithLists({ homes, kinds }: Replica, later: Replica): ReadonlySet<string> {
  const lost = new Set(Object.keys(kinds).filter((scope) => kinds[scope] === "list" && !(scope in later.kinds)));
  const isHeld = (id: string) => rowKinds.some((kind) => id in later.tables[kind]);
  return new Set(Object.keys(homes).filter((id) => lost.has(homes[id] ?? "") && !isHeld(id)));
}

/** An event for changes that no command made. */
const localEvent = (seq: number, changes: readonly Change[]): Event => ({ seq, commandId: "", by: "", at: "", changes: [...changes] });

const homeOf = ({ homes, workspaceId }: Replica, id: string): string => homes[id] ?? workspaceId;

/** New events of one scope, which follow its cursor. */
export interface Run {
  scope: string;
  events: readonly Event[];
}

/** Applies the runs of one animation frame with one copy of each touched table. */
export function applyBatch(replica: Replica, runs: readonly Run[]): Replica {
  const draft = new Draft(replica.tables);
  const homesDraft = new HomesDraft(replica);
  const cursors: Record<string, ScopeCursor> = { ...replica.cursors };
  for (const { scope, events } of runs) {
    for (const event of events) {
      for (const change of event.changes) applyChange(draft, homesDraft, scope, change);
    }
    const [last, cursor] = [events.at(-1), cursors[scope]];
    if (last && cursor) cursors[scope] = { ...cursor, seq: last.seq };
  }
  return { ...replica, cursors, tables: draft.finish(), ...homesDraft.finish() };
}

function applyChange(draft: Draft, homesDraft: HomesDraft, scope: string, change: Change): void {
  const kind = change.entity;
  if (!isRowKind(kind)) return;
  const held = draft.get(kind, change.id);
  const home = homesDraft.homeOf(change.id);
  switch (change.op) {
    case "create":
      if (held && home !== scope) homesDraft.addShadow(change.id, home, { kind, row: held });
      homesDraft.removeShadow(change.id, scope);
      draft.set(kind, change.id, plainRow(kind, change.data ?? {}));
      homesDraft.setHome(change.id, scope);
      return;
    case "update":
      if (held && home === scope) draft.set(kind, change.id, patched(kind, held, change.data ?? {}));
      else homesDraft.patchShadow(change.id, scope, (shadow) => ({ kind, row: patched(kind, shadow.row, change.data ?? {}) }));
      return;
    case "delete": {
      if (home !== scope) return void homesDraft.removeShadow(change.id, scope);
      draft.delete(kind, change.id);
      homesDraft.removeHome(change.id);
      const back = homesDraft.promoteShadow(change.id);
      if (back) draft.set(kind, change.id, back.row as never);
      return;
    }
    default:
      // A later version of the node sent the change. Ignoring it would leave wrong rows for good.
      throw new Error(`This version knows no change "${String(change.op)}".`);
  }
}

/** A description is long and rarely read: it belongs to the ticket's details. */
export function plainRow<K extends RowKind>(kind: K, data: Record<string, unknown>): Rows[K] {
  if (kind !== "ticket" || !("description" in data)) return data as unknown as Rows[K];
  const { description: _, ...row } = data;
  return row as unknown as Rows[K];
}

/** A row after an update. The values of a ticket's attributes are merged; all other fields are replaced. */
export function patched<K extends RowKind>(kind: K, row: Rows[K], data: Record<string, unknown>): Rows[K] {
  const plain = plainRow(kind, data) as unknown as Record<string, unknown>;
  if (Object.keys(plain).length === 0) return row;
  if (kind !== "ticket" || !("fields" in plain)) return { ...row, ...plain };
  const { fields, ...rest } = plain;
  const ticket: Ticket = { ...(row as Ticket), ...rest };
  return withValues(ticket, mergedValues(ticket.fields, fields as ValueChanges)) as Rows[K];
}

/** A draft of the homes and shadows of rows. Each is copied at its first write. */
class HomesDraft {
  #homes: Record<string, string>;
  #shadows: Record<string, Readonly<Record<string, Shadow>>>;
  #homesOwned = false;
  #shadowsOwned = false;
  readonly #workspaceId: string;

  constructor(replica: Replica) {
    this.#homes = replica.homes;
    this.#shadows = replica.shadows;
    this.#workspaceId = replica.workspaceId;
  }

  homeOf(id: string): string {
    return this.#homes[id] ?? this.#workspaceId;
  }

  setHome(id: string, scope: string): void {
    if (this.homeOf(id) === scope) return;
    if (scope === this.#workspaceId) delete this.#ownHomes()[id];
    else this.#ownHomes()[id] = scope;
  }

  removeHome(id: string): void {
    if (id in this.#homes) delete this.#ownHomes()[id];
  }

  addShadow(id: string, scope: string, shadow: Shadow): void {
    this.#ownShadows()[id] = { ...this.#shadows[id], [scope]: shadow };
  }

  removeShadow(id: string, scope: string): void {
    const { [scope]: gone, ...rest } = this.#shadows[id] ?? {};
    if (!gone) return;
    if (Object.keys(rest).length === 0) delete this.#ownShadows()[id];
    else this.#ownShadows()[id] = rest;
  }

  patchShadow(id: string, scope: string, patch: (shadow: Shadow) => Shadow): void {
    const shadow = this.#shadows[id]?.[scope];
    if (shadow) this.addShadow(id, scope, patch(shadow));
  }

  /** Takes out a shadow, which becomes the row again. Returns null if the row has no shadow. */
  promoteShadow(id: string): Shadow | null {
    const [scope, shadow] = Object.entries(this.#shadows[id] ?? {})[0] ?? [];
    if (!scope || !shadow) return null;
    this.removeShadow(id, scope);
    this.setHome(id, scope);
    return shadow;
  }

  finish(): Pick<Replica, "homes" | "shadows"> {
    return { homes: this.#homes, shadows: this.#shadows };
  }

  #ownHomes(): Record<string, string> {
    if (!this.#homesOwned) this.#homes = { ...this.#homes };
    this.#homesOwned = true;
    return this.#homes;
  }

  #ownShadows(): Record<string, Readonly<Record<string, Shadow>>> {
    if (!this.#shadowsOwned) this.#shadows = { ...this.#shadows };
    this.#shadowsOwned = true;
    return this.#shadows;
  }
}
