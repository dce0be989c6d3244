import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from "idb";
import { databaseName, remember, remembered } from "./databases";
import { IndexedDbStorage } from "./indexedDbStorage";
import { outboxRecordOf, type OutboxContents, type OutboxRecord, type StoredEntry } from "./outboxRecords";
import type { Cursors, Replica } from "../replica/replica";
import type { Checked } from "./checksum";

/** Grows when the form of what is kept changes: the cache is thrown away, the outbox is kept. */
const version = 2;
/** What it grows to next. Those between are of this form: a part is added to a database by a version alone. */
const nextVersion = 100;

export interface CacheHead {
  workspaceId: string;
  /** Absent in copies of builds that did not count what they know: 0. */
  schema?: number;
  cursors: Cursors;
  kinds: Replica["kinds"];
  homes: Replica["homes"];
  shadows: Replica["shadows"];
  /** Absent in copies of builds that did not keep them. */
  capabilities?: Replica["capabilities"];
  /** Rows in the cache: fewer or more mean that it is broken. */
  count: number;
  /** The last writer: on top of another writer's rows only a whole write is right. */
  writer: string;
}

export interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxRecord };
  rows: { key: string; value: Checked<unknown> };
  head: { key: "head"; value: Checked<CacheHead> };
}

/** What a person keeps on this machine of one workspace. */
export interface Storage {
  /** False where the browser denies storage: everything then lives in memory. */
  readonly durable: boolean;
  /** Something was kept here before, and it cannot be opened. */
  readonly unreadable: boolean;
  readonly name: string;
  /** Resolves once the entries are safe. */
  put(entries: readonly StoredEntry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Gives the entries of dead owners to `owner`, each to one tab only; damaged entries are reported to every tab. */
  adopt(owner: string, isDead: (owner: string) => boolean): Promise<OutboxContents>;
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

export async function openStorage(userId: string, workspaceId: string): Promise<Storage> {
  const name = databaseName(userId, workspaceId);
  const known = remembered().includes(name);
  try {
    const db = await whole(await opened(name), name);
    remember(name);
    return new IndexedDbStorage(db, name);
  } catch (error) {
    console.warn("Edits are kept in memory only: this browser gives no storage.", error);
    return new MemoryStorage(name, known);
  }
}

const stores = ["outbox", "rows", "head"] as const;

type Upgrade = Required<OpenDBCallbacks<Schema>>["upgrade"];

/** Makes the stores that are not there. */
const complete = (db: IDBPDatabase<Schema>) => {
  for (const store of stores) {
    if (db.objectStoreNames.contains(store)) continue;
    if (store === "outbox") db.createObjectStore(store, { keyPath: "id" });
    else db.createObjectStore(store);
  }
};

/** Opens a database at a version, or at the one that it has. */
const openAt = (name: string, at: number | undefined, upgrade?: Upgrade): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, at, {
    ...(upgrade && { upgrade }),
    // A newer version of the app in another tab wants to upgrade: let it; this tab goes on in memory.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });

async function opened(name: string): Promise<IDBPDatabase<Schema>> {
  try {
    return await openAt(name, version, async (db, before, _now, tx) => {
      for (const store of ["rows", "head"] as const) if (db.objectStoreNames.contains(store)) db.deleteObjectStore(store);
      complete(db);
      if (before !== 1) return;
      // The first version noted neither whose an entry is nor its sum.
      const outbox = tx.objectStore("outbox");
      for (const entry of await outbox.getAll()) await outbox.put(outboxRecordOf(entry, name));
    });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "VersionError") throw error;
    const db = await openAt(name, undefined);
    if (db.version < nextVersion) return db;
    db.close();
    throw error;
  }
}

/** A database that lacks a part gets it in one step, around the edits in it: no end of a tab comes between. */
async function whole(db: IDBPDatabase<Schema>, name: string): Promise<IDBPDatabase<Schema>> {
  if (stores.every((store) => db.objectStoreNames.contains(store))) return db;
  const mended = db.version + 1;
  db.close();
  return openAt(name, mended, complete);
}

/** Where the browser denies storage. */
export class MemoryStorage implements Storage {
  readonly durable = false;
  readonly unreadable: boolean;
  readonly name: string;

  constructor(name: string, unreadable = false) {
    this.name = name;
    this.unreadable = unreadable;
  }

  async put(): Promise<void> {}
  async remove(): Promise<void> {}
  async adopt(): Promise<OutboxContents> {
    return { entries: [], damaged: [] };
  }
  async loadReplica(): Promise<Replica | null> {
    return null;
  }
  async saveReplica(): Promise<void> {}
  async dropReplica(): Promise<void> {}
  close(): void {}
}
