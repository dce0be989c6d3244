import { openDB, type DBSchema } from "idb";
import { databaseName, drop, remember } from "./databases";

/** A file of a task that is not created yet. */
export interface StoredFile {
  id: string;
  name: string;
  lastModified: number;
  /** Has the type of the file. */
  bytes: Blob;
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredFile };
}

export const isOfDraftFiles = (name: string): boolean => name.endsWith(":files");

const nameOf = (userId: string, workspaceId: string) => `${databaseName(userId, workspaceId)}:files`;

async function within<T>(name: string, work: (db: Awaited<ReturnType<typeof openDB<Schema>>>) => Promise<T>): Promise<T> {
  const db = await openDB<Schema>(name, 1, { upgrade: (created) => void created.createObjectStore("files", { keyPath: "id" }) });
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/**
 * The files of the task that a person is writing in a workspace. As with `DetailStorage`, the name of their database begins
 * with that of the workspace's database, so they are deleted with the other data of the person.
 */
export const draftFiles = {
  read: (userId: string, workspaceId: string): Promise<StoredFile[]> => within(nameOf(userId, workspaceId), (db) => db.getAll("files")),

  /** Stores these files, and deletes all others. Returns the ids of files that could not be stored. */
  async replace(userId: string, workspaceId: string, files: readonly StoredFile[]): Promise<Set<string>> {
    const name = nameOf(userId, workspaceId);
    const refused = new Set<string>();
    await within(name, async (db) => {
      const there = new Set(await db.getAllKeys("files"));
      const wanted = new Set(files.map(({ id }) => id));
      for (const id of there) if (!wanted.has(id)) await db.delete("files", id);
      // One after the other, so that a file for which there is no room does not undo the others.
      for (const file of files) if (!there.has(file.id)) await db.put("files", file).catch(() => refused.add(file.id));
    });
    remember(name);
    return refused;
  },

  forget: (userId: string, workspaceId: string): Promise<void> => drop(nameOf(userId, workspaceId)),
};
