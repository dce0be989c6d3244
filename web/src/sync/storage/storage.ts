import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from "idb";
import { databaseName, remember, remembered } from "./databases";
import { IndexedDbStorage } from "./indexedDbStorage";
import { outboxRecordOf, type OutboxContents, type OutboxRecord, type StoredEntry } from "./outboxRecords";
import type { Cursors, Replica } from "../replica/replica";
import type { Checked } from "./checksum";
import type { BlockCounts, RowBlock } from "./rowBlocks";

/** Raised when the stored form changes. The cache is then dropped, and the outbox is kept. */
const version = 2;
/**
 * The number after that. Versions in between have the same form: to add a missing store, a database needs a higher
 * version.
 */
const nextVersion = 100;

export interface CacheHead {
  workspaceId: string;
  /** The schema number (RS6). Missing in copies of builds without the number, which counts as 0. */
  schema?: number;
  cursors: Cursors;
  kinds: Replica["kinds"];
  homes: Replica["homes"];
  shadows: Replica["shadows"];
  /** Missing in copies of builds that did not store capabilities. */
  capabilities?: Replica["capabilities"];
  /** The number of rows in the cache. If it differs, the cache is damaged. */
  count: number;
  /** The blocks that the rows are in. Missing in copies of builds that stored each row as one record. */
  blocks?: BlockCounts;
  /** The mark of this copy, different for each write. A tab that does not know this copy must write all rows. */
  writer: string;
}

export interface Schema extends DBSchema {
  outbox: { key: string; value: OutboxRecord };
  /**
   * Builds without blocks stored a record for each row here. Both forms share the store: a new store would need a new
   * version, which takes the storage from tabs of the build before. Such a build discards a copy in blocks, and keeps
   * the outbox.
   */
  rows: { key: string; value: RowBlock | Checked<unknown> };
  head: { key: "head"; value: Checked<CacheHead> };
}

/** The data of one workspace that is stored for a person on this machine. */
export interface Storage {
  /** False if the browser denies storage: all data is then in memory only. */
  readonly durable: boolean;
  /** Data was stored here, but cannot be opened. */
  readonly unreadable: boolean;
  readonly name: string;
  /** Resolves once the entries are stored. */
  put(entries: readonly StoredEntry[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Gives the entries of dead owners to `owner`, each to one tab only. Damaged entries are reported to every tab. */
  adopt(owner: string, isDead: (owner: string) => boolean): Promise<OutboxContents>;
  loadReplica(workspaceId: string): Promise<Replica | null>;
  /**
   * Writes the rows that changed since this tab has read or written the copy; all rows if another tab has written since.
   * In the same transaction, answered edits that the copy now contains leave the outbox, so that each is always in
   * exactly one of the two.
   */
  saveReplica(replica: Replica): Promise<void>;
  /** Drops the copy, and the answered edits that were kept for it. */
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

/** Creates the missing stores. */
const complete = (db: IDBPDatabase<Schema>) => {
  for (const store of stores) {
    if (db.objectStoreNames.contains(store)) continue;
    if (store === "outbox") db.createObjectStore(store, { keyPath: "id" });
    else db.createObjectStore(store);
  }
};

/** Opens a database at a version, or at its present one. */
const openAt = (name: string, at: number | undefined, upgrade?: Upgrade): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, at, {
    ...(upgrade && { upgrade }),
    // A newer version of the app in another tab wants to upgrade. This tab closes the database and continues in memory.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase | null)?.close(),
  });

async function opened(name: string): Promise<IDBPDatabase<Schema>> {
  try {
    return await openAt(name, version, async (db, before, _now, tx) => {
      for (const store of ["rows", "head"] as const) if (db.objectStoreNames.contains(store)) db.deleteObjectStore(store);
      complete(db);
      if (before !== 1) return;
      // The first version stored neither the author of an entry nor its checksum.
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

/** Adds a missing store in one transaction and keeps the edits, so a closing tab cannot leave it half done. */
async function whole(db: IDBPDatabase<Schema>, name: string): Promise<IDBPDatabase<Schema>> {
  if (stores.every((store) => db.objectStoreNames.contains(store))) return db;
  const mended = db.version + 1;
  db.close();
  return openAt(name, mended, complete);
}

/** Stands in where the browser denies storage. */
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
