import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { PlainDate } from "@/lib/plainDate";
import { verified, withChecksum, type Checked } from "./checksum";
import { databaseName, remember } from "./databases";

/** The dates that the tickets of a place had on one day. */
export interface Baseline {
  /** The key of the place. */
  place: string;
  /** The day on which a person set it. */
  setOn: PlainDate;
  /** The start and the due date by ticket. */
  dates: Readonly<Record<string, readonly [start: PlainDate | null, due: PlainDate | null]>>;
}

interface Schema extends DBSchema {
  baselines: { key: string; value: Checked<Baseline> };
}

/**
 * The baselines that a person has set in this browser, one for each place of a workspace. As with `DetailStorage`, the name
 * of their database begins with that of the workspace's database, so they are deleted with the other data of the person.
 */
export class BaselineStorage {
  readonly #name: string;

  constructor(userId: string, workspaceId: string) {
    this.#name = `${databaseName(userId, workspaceId)}:baselines`;
  }

  async read(place: string): Promise<Baseline | null> {
    return verified<Baseline>(await this.#within((db) => db.get("baselines", place))) ?? null;
  }

  async store(baseline: Baseline): Promise<void> {
    await this.#within((db) => db.put("baselines", withChecksum(baseline), baseline.place));
    remember(this.#name);
  }

  async drop(place: string): Promise<void> {
    await this.#within((db) => db.delete("baselines", place));
  }

  async #within<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const db = await openDB<Schema>(this.#name, 1, { upgrade: (created) => void created.createObjectStore("baselines") });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  }
}
