import { deleteDB, openDB, type IDBPDatabase } from "idb";
import type { Command } from "@/wire/generated";
import { databasesOf, workspaceOf } from "./databases";
import { readOutboxRecords } from "./outboxRecords";
import type { Schema } from "./storage";

/** An edit on this machine that no open workspace holds. */
export interface OrphanedEdit {
  id: string;
  database: string;
  /** Null where it is damaged. */
  command: Command | null;
  text: string | null;
  /** When it was made, RFC 3339. */
  at: string | null;
}

/** Edits of a person that never reached the node, of all their workspaces but those named. */
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

/** Throws one away, and its database with the last of them. */
export async function discardOrphanedEdit({ database, id }: OrphanedEdit): Promise<void> {
  await within(database, (db) => db.delete("outbox", id));
  if ((await orphanedEditsIn(database)).length === 0) await deleteDB(database).catch(() => undefined);
}

/** Opens a database that is there; null where it is not, or cannot be opened. */
async function within<T>(name: string, work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | null> {
  try {
    const db = await openDB<Schema>(name, undefined, {
      // To look for it must not make it.
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
