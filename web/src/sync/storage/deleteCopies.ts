import { openDB, type IDBPDatabase } from "idb";
import { databasesOf, drop } from "./databases";
import { isOfDraftFiles } from "./draftFiles";

type Database = IDBPDatabase<unknown>;

/**
 * Deletes what this machine has stored for a person whose session has ended: rows, details, baselines and texts. Keeps
 * what the node does not have: unsent edits, files of drafts, and unsent changes of texts with the copy that they build on.
 * Throws if something cannot be deleted.
 */
export async function deleteCopies(userId: string): Promise<void> {
  await Promise.all((await databasesOf(userId)).filter((name) => !isOfDraftFiles(name)).map(deleteIn));
}

async function deleteIn(name: string): Promise<void> {
  const db = await existing(name);
  if (db === null) return;
  let left: boolean;
  try {
    left = name.endsWith(":texts") ? await deleteTexts(db) : db.objectStoreNames.contains("outbox") && (await deleteRows(db));
  } finally {
    db.close();
  }
  if (!left) await drop(name);
}

/** Deletes the rows, and the edits that the node has answered. Returns true if edits are left. */
async function deleteRows(db: Database): Promise<boolean> {
  const stores = ["outbox", "rows", "head"].filter((store) => db.objectStoreNames.contains(store));
  const tx = db.transaction(stores, "readwrite");
  for (const store of stores) if (store !== "outbox") void tx.objectStore(store).clear();
  const outbox = tx.objectStore("outbox");
  let left = 0;
  for (const key of await outbox.getAllKeys()) {
    const { state } = ((await outbox.get(key)) ?? {}) as { state?: { is?: string } };
    if (state?.is === "acked") void outbox.delete(key);
    else left += 1;
  }
  await tx.done;
  return left > 0;
}

/** Deletes copies without unsent changes. Returns true if unsent changes or lost texts are left. */
async function deleteTexts(db: Database): Promise<boolean> {
  const tx = db.transaction(["copies", "tails", "lost"], "readwrite");
  const copies = tx.objectStore("copies");
  const [tails, lost, texts] = await Promise.all([tx.objectStore("tails").getAllKeys(), tx.objectStore("lost").count(), copies.getAllKeys()]);
  const unsent = new Set(tails.map((key) => (key as [string, string])[0]));
  for (const ticketId of texts) if (!unsent.has(String(ticketId))) void copies.delete(ticketId);
  await tx.done;
  return unsent.size + lost > 0;
}

/** Opens a database; null if there is none, or the browser denies storage. */
async function existing(name: string): Promise<Database | null> {
  let created = false;
  try {
    return await openDB(name, undefined, {
      upgrade: (_db, _old, _new, tx) => {
        created = true;
        tx.done.catch(() => undefined);
        tx.abort();
      },
    });
  } catch (thrown) {
    if (created || (thrown instanceof DOMException && thrown.name === "SecurityError")) return null;
    throw thrown;
  }
}
