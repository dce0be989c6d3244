import { deleteDB, openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { StoredDetail } from "../details/storedDetail";
import { verified, withChecksum, type Checked } from "./checksum";
import { databaseName, remember } from "./databases";

interface Schema extends DBSchema {
  details: { key: string; value: Checked<StoredDetail> };
}

/**
 * The details of opened tickets of one workspace on this machine. They have a database of their own, whose name begins
 * with the name of the workspace's database, so it is deleted with the other data of the person. It is opened for each use:
 * no tab is in the way when the database is deleted.
 */
export class DetailStorage {
  readonly #name: string;

  constructor(userId: string, workspaceId: string) {
    this.#name = `${databaseName(userId, workspaceId)}:details`;
  }

  /** All whole records. */
  async all(): Promise<StoredDetail[]> {
    const kept = await this.#within((db) => db.getAll("details"));
    return kept.flatMap((record) => verified<StoredDetail>(record) ?? []);
  }

  async read(ticketId: string): Promise<StoredDetail | null> {
    return verified<StoredDetail>(await this.#within((db) => db.get("details", ticketId))) ?? null;
  }

  /** Stores some and deletes others, in one step. */
  async change(store: readonly StoredDetail[], drop: readonly string[]): Promise<void> {
    await this.#within(async (db) => {
      const tx = db.transaction("details", "readwrite");
      const puts = store.map((detail) => tx.store.put(withChecksum(detail), detail.ticketId));
      const deletes = drop.map((ticketId) => tx.store.delete(ticketId));
      await Promise.all([...puts, ...deletes, tx.done]);
    });
    remember(this.#name);
  }

  async clear(): Promise<void> {
    await deleteDB(this.#name);
  }

  async #within<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const db = await openDB<Schema>(this.#name, 1, { upgrade: (created) => void created.createObjectStore("details") });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }
}
