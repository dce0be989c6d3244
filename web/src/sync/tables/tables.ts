import type * as wire from "@/wire/generated";
import { rowsOf, TableCopy } from "./tableCopy";

/** The rows that a snapshot holds, by the entity's wire name. */
export interface Rows {
  workspace: wire.Workspace;
  member: wire.Member;
  status: wire.Status;
  list: wire.List;
  group: wire.Group;
  label: wire.Label;
  attribute: wire.Attribute;
  option: wire.AttributeOption;
  systemAttribute: wire.SystemAttribute;
  workCalendar: wire.WorkCalendar;
  secondFactorRule: wire.SecondFactorRule;
  taskType: wire.TaskType;
  component: wire.Component;
  fixVersion: wire.FixVersion;
  sprint: wire.Sprint;
  ticket: wire.Ticket;
  link: wire.Link;
  file: wire.File;
  role: wire.RoleRecord;
  savedView: wire.SavedView;
  baseline: wire.Baseline;
  roadmapPlace: wire.RoadmapPlace;
  template: wire.Template;
  share: wire.Share;
  import: wire.ImportJob;
  ticketSubscription: wire.TicketSubscription;
  linkLag: wire.LinkLag;
  recurrence: wire.Recurrence;
  urlLink: wire.UrlLink;
  preferences: wire.Preferences;
}

export type RowKind = keyof Rows;
export type Tables = { readonly [K in RowKind]: Readonly<Record<string, Rows[K]>> };

/** The name of each kind's table in the view. The view shows one workspace only. */
export const viewNames = {
  member: "members",
  status: "statuses",
  list: "lists",
  group: "groups",
  label: "labels",
  attribute: "attributes",
  option: "options",
  systemAttribute: "systemAttributes",
  workCalendar: "workCalendars",
  secondFactorRule: "secondFactorRules",
  taskType: "taskTypes",
  component: "components",
  fixVersion: "fixVersions",
  sprint: "sprints",
  ticket: "tickets",
  link: "links",
  file: "files",
  role: "roles",
  savedView: "savedViews",
  baseline: "baselines",
  roadmapPlace: "roadmapPlaces",
  template: "templates",
  share: "shares",
  import: "imports",
  ticketSubscription: "subscriptions",
  linkLag: "linkLags",
  recurrence: "recurrences",
  urlLink: "urlLinks",
  preferences: "preferences",
} as const satisfies Record<Exclude<RowKind, "workspace">, string>;

type ViewNames = typeof viewNames;

/** The tables as the view names them. */
export type ViewTables = { [K in keyof ViewNames as ViewNames[K]]: Record<string, Rows[K]> };

export const rowKinds: readonly RowKind[] = ["workspace", ...(Object.keys(viewNames) as (keyof ViewNames)[])];

export const emptyTables = Object.fromEntries(rowKinds.map((kind) => [kind, {}])) as Tables;

export const isRowKind = (kind: string): kind is RowKind => (rowKinds as readonly string[]).includes(kind);

export function viewOf(tables: Tables, workspaceId: string | null): ViewTables & { workspace: wire.Workspace | null } {
  const named = Object.entries(viewNames).map(([kind, name]) => [name, tables[kind as RowKind]]);
  return { ...(Object.fromEntries(named) as ViewTables), workspace: (workspaceId && tables.workspace[workspaceId]) || null };
}

/** Reads rows, of finished tables or of tables that are being changed. */
export interface RowReader {
  get<K extends RowKind>(kind: K, id: string): Rows[K] | undefined;
  /** The rows of a table as they are now, in its order. */
  rows<K extends RowKind>(kind: K): Rows[K][];
}

/**
 * Tables that are being changed. Each table is copied at its first write and at most once, so that a frame of 200
 * events costs one copy.
 */
export class Draft implements RowReader {
  readonly #origin: Tables;
  readonly #copies: { [K in RowKind]?: TableCopy<Rows[K]> } = {};
  /** The ids that were written or deleted, by kind. */
  readonly touched = new Map<RowKind, Set<string>>();

  constructor(origin: Tables) {
    this.#origin = origin;
  }

  table<K extends RowKind>(kind: K): Readonly<Record<string, Rows[K]>> {
    return this.#copies[kind]?.rows ?? this.#origin[kind];
  }

  rows<K extends RowKind>(kind: K): Rows[K][] {
    return this.#copies[kind]?.now() ?? rowsOf(this.#origin[kind]);
  }

  get<K extends RowKind>(kind: K, id: string): Rows[K] | undefined {
    return this.table(kind)[id];
  }

  set<K extends RowKind>(kind: K, id: string, row: Rows[K]): void {
    this.#own(kind).set(id, row);
    this.#touch(kind, id);
  }

  delete(kind: RowKind, id: string): void {
    if (!(id in this.table(kind))) return;
    this.#own(kind).delete(id);
    this.#touch(kind, id);
  }

  /** Changes the row if it is there. */
  patch<K extends RowKind>(kind: K, id: string, patch: Partial<Rows[K]>): void {
    const row = this.get(kind, id);
    if (row) this.set(kind, id, { ...row, ...patch });
  }

  /** Returns the same object if nothing was written. No write may follow. */
  finish(): Tables {
    const made = Object.entries(this.#copies).map(([kind, copy]) => [kind, copy.finish()]);
    return made.length === 0 ? this.#origin : { ...this.#origin, ...(Object.fromEntries(made) as Partial<Tables>) };
  }

  #touch(kind: RowKind, id: string): void {
    const ids = this.touched.get(kind);
    if (ids) ids.add(id);
    else this.touched.set(kind, new Set([id]));
  }

  #own<K extends RowKind>(kind: K): TableCopy<Rows[K]> {
    const copies = this.#copies as { [L in K]?: TableCopy<Rows[L]> };
    return (copies[kind] ??= new TableCopy<Rows[K]>(this.#origin[kind]));
  }
}

/** Deep equality of plain JSON. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return keys.every((key) => key in right && same(left[key], right[key]));
}
