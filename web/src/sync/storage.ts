import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import { settled, type Entry } from "./outbox";
import { emptyReplica, type Cursors, type Replica } from "./replica";
import { emptyTables, rowKinds, type RowKind } from "./tables";

/** Grows when the form of the rows changes: the cache is thrown away, the outbox is kept. */
const version = 1;
const prefix = "troupe:";

/**
 * An unanswered edit, or an answered one that the stored copy of the workspace does not hold yet: without
 * it, a reload right after an edit would show the state before it.
 */
export interface StoredEntry extends Entry {
  /** The tab that sends it, as long as that tab lives. */
  readonly owner: string;
}

interface CacheHead {
  workspaceId: string;
  cursors: Cursors;
  kinds: Replica["kinds"];
  homes: Replica["homes"];
  shadows: Replica["shadows"];
  /** Rows in the cache: fewer or more mean that it is broken. */
  count: number;
  /** Who wrote it last: on top of somebody else's rows only a whole write is right. */
  writer: string;
}

interface Schema extends DBSchema {
  outbox: { key: string; value: StoredEntry };
  rows: { key: string; value: unknown };
  head: { key: "head"; value: CacheHead };
}

/** What a person keeps on this machine of one workspace. */
export interface Storage {
  /** False where the browser denies storage: everything then lives in memory. */
  readonly durable: boolean;
  readonly name: string;
  /** Resolves once the entries are safe. */
  put(entries: readonly StoredEntry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Gives the entries of dead owners to `owner`, each to one tab only. */
  adopt(owner: string, isDead: (owner: string) => boolean): Promise<StoredEntry[]>;
  loadReplica(workspaceId: string): Promise<Replica | null>;
  /**
   * Writes what changed since `before`; everything where that is null. Answered edits that the copy now
   * holds leave the outbox in the same step, so that a start shows each of them from one of the two.
   */
  saveReplica(replica: Replica, before: Replica | null): Promise<void>;
  /** Forgets the copy, and with it the answered edits that were only kept for it. */
  dropReplica(): Promise<void>;
  close(): void;
}

export const databaseName = (userId: string, workspaceId: string) => `${prefix}${userId}:${workspaceId}`;

export async function openStorage(userId: string, workspaceId: string): Promise<Storage> {
  const name = databaseName(userId, workspaceId);
  try {
    const db = await openDB<Schema>(name, version, {
      upgrade(db) {
        if (!db.objectStoreNames.contains("outbox")) db.createObjectStore("outbox", { keyPath: "id" });
        for (const store of ["rows", "head"] as const) {
          if (db.objectStoreNames.contains(store)) db.deleteObjectStore(store);
          db.createObjectStore(store);
        }
      },
      // A newer version of the app in another tab wants to upgrade: let it; this tab goes on in memory.
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
    });
    remember(name);
    return new IdbStorage(db, name);
  } catch (error) {
    console.warn("Edits are kept in memory only: this browser gives no storage.", error);
    return new MemoryStorage(name);
  }
}

/** Deletes everything kept for a person, of all their workspaces. */
export async function forgetStorage(userId: string): Promise<void> {
  const names = new Set(remembered());
  const listed = await globalThis.indexedDB?.databases?.().catch(() => []);
  for (const { name } of listed ?? []) if (name) names.add(name);
  const own = [...names].filter((name) => name.startsWith(`${prefix}${userId}:`));
  await Promise.all(own.map((name) => deleteDB(name).catch(() => undefined)));
}

const rememberedKey = "troupe.databases";

/** Not every browser can list its databases, so their names are noted. */
function remembered(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(rememberedKey, JSON.stringify([...new Set([...remembered(), name])]));
  } catch {
    // Storage for names is denied: `databases()` still finds them where it exists.
  }
}

const rowKey = (kind: RowKind, id: string) => `${kind}:${id}`;

class IdbStorage implements Storage {
  readonly durable = true;
  readonly name: string;
  readonly #db: IDBPDatabase<Schema>;
  readonly #writer = Math.random().toString(36);

  constructor(db: IDBPDatabase<Schema>, name: string) {
    this.#db = db;
    this.name = name;
  }

  async put(entries: readonly StoredEntry[]): Promise<void> {
    const tx = this.#db.transaction("outbox", "readwrite");
    await Promise.all([...entries.map((entry) => tx.store.put(entry)), tx.done]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const tx = this.#db.transaction("outbox", "readwrite");
    await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
  }

  async adopt(owner: string, isDead: (owner: string) => boolean): Promise<StoredEntry[]> {
    const tx = this.#db.transaction("outbox", "readwrite");
    const orphans: StoredEntry[] = [];
    for (const entry of await tx.store.getAll()) {
      if (!isDead(entry.owner)) continue;
      const mine = { ...entry, owner };
      orphans.push(mine);
      await tx.store.put(mine);
    }
    await tx.done;
    return orphans;
  }

  async loadReplica(workspaceId: string): Promise<Replica | null> {
    const tx = this.#db.transaction(["head", "rows"]);
    const [head, keys, rows] = await Promise.all([
      tx.objectStore("head").get("head"),
      tx.objectStore("rows").getAllKeys(),
      tx.objectStore("rows").getAll(),
    ]);
    await tx.done;
    if (!head || head.workspaceId !== workspaceId || head.count !== rows.length) return null;
    const tables = structuredClone(emptyTables) as unknown as Record<string, Record<string, unknown>>;
    for (const [index, key] of keys.entries()) {
      const [kind = "", id = ""] = key.split(":");
      const row = rows[index];
      if (typeof row !== "object" || row === null || (row as { id?: unknown }).id !== id) return null;
      const table = tables[kind];
      if (!table) return null;
      table[id] = row;
    }
    const { cursors, kinds, homes, shadows } = head;
    return { ...emptyReplica(workspaceId), cursors, kinds, homes, shadows, tables: tables as unknown as Replica["tables"] };
  }

  async saveReplica(replica: Replica, before: Replica | null): Promise<void> {
    const tx = this.#db.transaction(["head", "rows", "outbox"], "readwrite");
    const rows = tx.objectStore("rows");
    const outbox = tx.objectStore("outbox");
    const writer = (await tx.objectStore("head").get("head"))?.writer;
    const base = writer === this.#writer ? before : null;
    const work: Promise<unknown>[] = [];
    if (!base) work.push(rows.clear());
    let count = 0;
    for (const kind of rowKinds) {
      const [now, old] = [replica.tables[kind], base?.tables[kind] ?? {}];
      count += Object.keys(now).length;
      if (now === old) continue;
      for (const [id, row] of Object.entries(now)) {
        if ((old as Record<string, unknown>)[id] !== row) work.push(rows.put(row, rowKey(kind, id)));
      }
      for (const id of Object.keys(old)) if (!(id in now)) work.push(rows.delete(rowKey(kind, id)));
    }
    const { workspaceId, cursors, kinds, homes, shadows } = replica;
    work.push(tx.objectStore("head").put({ workspaceId, cursors, kinds, homes, shadows, count, writer: this.#writer }, "head"));
    for (const id of settled(await outbox.getAll(), cursors)) work.push(outbox.delete(id));
    await Promise.all([...work, tx.done]);
  }

  async dropReplica(): Promise<void> {
    const tx = this.#db.transaction(["head", "rows", "outbox"], "readwrite");
    const outbox = tx.objectStore("outbox");
    const answered = (await outbox.getAll()).filter(({ state }) => state.is === "acked");
    const work = answered.map(({ id }) => outbox.delete(id));
    await Promise.all([...work, tx.objectStore("head").clear(), tx.objectStore("rows").clear(), tx.done]);
  }

  close(): void {
    this.#db.close();
  }
}

/** Where the browser denies storage. */
export class MemoryStorage implements Storage {
  readonly durable = false;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  async put(): Promise<void> {}
  async remove(): Promise<void> {}
  async adopt(): Promise<StoredEntry[]> {
    return [];
  }
  async loadReplica(): Promise<Replica | null> {
    return null;
  }
  async saveReplica(): Promise<void> {}
  async dropReplica(): Promise<void> {}
  close(): void {}
}
