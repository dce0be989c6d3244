import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { databaseName, databasesOf, remember, remembered, workspaceOf } from "../storage/databases";
import type { LostText, StoredCopy, StoredText, StoredUpdate, TextStorage } from "./textStorage";

interface Schema extends DBSchema {
  copies: { key: string; value: StoredCopy };
  /** By ticket and key. */
  tails: { key: [string, string]; value: StoredUpdate };
  lost: { key: [string, string]; value: LostText };
}

type Database = IDBPDatabase<Schema>;

const nameOf = (userId: string, workspaceId: string) => `${databaseName(userId, workspaceId)}:texts`;
const rowsOf = (ticketId: string) => IDBKeyRange.bound([ticketId], [ticketId, []]);

/** True if texts were stored on this machine, so that there may be unsent ones. */
export const hasStoredTexts = (userId: string, workspaceId: string): boolean => remembered().includes(nameOf(userId, workspaceId));

/**
 * The texts of one workspace on this machine, in a database of their own, which is deleted with the other data of the
 * person. It is opened anew for each step, so that no open connection blocks its deletion.
 */
export class TextDatabase implements TextStorage {
  readonly #name: string;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(userId: string, workspaceId: string) {
    this.#name = nameOf(userId, workspaceId);
  }

  read(ticketId: string): Promise<StoredText> {
    return this.#within(async (db) => {
      const tx = db.transaction(["copies", "tails", "lost"]);
      const rows = rowsOf(ticketId);
      const [copy, tail, lost] = await Promise.all([
        tx.objectStore("copies").get(ticketId),
        tx.objectStore("tails").getAll(rows),
        tx.objectStore("lost").getAll(rows),
      ]);
      return { copy: copy ?? null, tail, lost };
    });
  }

  append(ticketId: string, update: StoredUpdate, copy: StoredCopy | null): Promise<void> {
    return this.#within(async (db) => {
      const tx = db.transaction(["copies", "tails"], "readwrite");
      if (copy) void tx.objectStore("copies").put(copy, ticketId);
      void tx.objectStore("tails").put(update, [ticketId, update.key]);
      await tx.done;
      remember(this.#name);
    });
  }

  settle(copy: StoredCopy, acked: readonly string[]): Promise<void> {
    return this.#within(async (db) => {
      const tx = db.transaction(["copies", "tails"], "readwrite");
      void tx.objectStore("copies").put(copy, copy.ticketId);
      for (const key of acked) void tx.objectStore("tails").delete([copy.ticketId, key]);
      await tx.done;
      remember(this.#name);
    });
  }

  addLost(ticketId: string, lost: LostText): Promise<void> {
    return this.#within(async (db) => {
      await db.put("lost", lost, [ticketId, lost.id]);
      remember(this.#name);
    });
  }

  dropLost(ticketId: string, id: string): Promise<void> {
    return this.#within((db) => db.delete("lost", [ticketId, id]));
  }

  drop(ticketId: string, withLost: boolean): Promise<void> {
    return this.#within(async (db) => {
      const tx = db.transaction(["copies", "tails", "lost"], "readwrite");
      void tx.objectStore("copies").delete(ticketId);
      void tx.objectStore("tails").delete(rowsOf(ticketId));
      if (withLost) void tx.objectStore("lost").delete(rowsOf(ticketId));
      await tx.done;
    });
  }

  unsent(): Promise<string[]> {
    return this.#within(async (db) => [...new Set((await db.getAllKeys("tails")).map(([ticketId]) => ticketId))]);
  }

  copies(): Promise<{ ticketId: string; at: number }[]> {
    return this.#within(async (db) => (await db.getAll("copies")).map(({ ticketId, at }) => ({ ticketId, at })));
  }

  /** Steps run one after the other, so a drop never overtakes the append before it. */
  #within<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const step = this.#turn.then(() => this.#open(work));
    this.#turn = step.catch(() => undefined);
    return step;
  }

  async #open<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const db = await openDB<Schema>(this.#name, 1, {
      upgrade: (created) => {
        for (const store of ["copies", "tails", "lost"] as const) created.createObjectStore(store);
      },
    });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }
}

/** The number of tickets whose texts this machine has not sent, in all workspaces of a person. */
export async function unsentTexts(userId: string): Promise<number> {
  const names = (await databasesOf(userId)).filter((name) => name.endsWith(":texts"));
  const counts = await Promise.all(names.map((name) => new TextDatabase(userId, workspaceOf(name)).unsent().then(({ length }) => length, () => 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}
