import { deleteDB, openDB, type IDBPDatabase } from "idb";
import type { Command } from "@/wire/generated";
import { databasesOf, workspaceOf } from "./databases";
import { readOutboxRecords } from "./outboxRecords";
import type { Schema } from "./storage";

/** An edit on this machine that no open workspace holds. */
export interface OrphanedEdit {
  id: string;
  database: string;
  /** Null if the command is damaged. */
  command: Command | null;
  text: string | null;
  /** When it was made, RFC 3339. */
  at: string | null;
}

/** Edits of a person that never reached the node, in all workspaces except those named. */
export async function orphanedEdits(userId: string, except: readonly string[] = []): Promise<OrphanedEdit[]> {
  const names = (await databasesOf(userId)).filter((name) => !except.includes(workspaceOf(name)));
  return (await Promise.all(names.map(orphanedEditsIn))).flat();
}

async function orphanedEditsIn(database: string): Promise<OrphanedEdit[]> {
  const records = await within(database, (db) => db.getAll("outbox"));
  const { entries, damaged } = readOutboxRecords(records ?? [], database);
  const unsent = entries.filter(({ state }) => state.is !== "acked");
  return [
    ...unsent.map(({ id, command, at }) => ({ id, database, command, text: null, at })),
    ...damaged.map(({ id, text }) => ({ id, database, command: null, text, at: null })),
  ];
}

/** Discards an edit, and the database with the last one. */
export async function discardOrphanedEdit({ database, id }: OrphanedEdit): Promise<void> {
  await within(database, (db) => db.delete("outbox", id));
  if ((await orphanedEditsIn(database)).length === 0) await deleteDB(database).catch(() => undefined);
}

/** Opens an existing database. Null if there is none, or it cannot be opened. */
async function within<T>(name: string, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    const db = await openDB<Schema>(name, undefined, {
      // Opening must not create the database.
      upgrade: (_db, _old, _new, tx) => {
        tx.done.catch(() => undefined);
        tx.abort();
      },
    });
    try {
      return await work(db);
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}
