import { deleteDB } from "idb";

const prefix = "troupe:";
const rememberedKey = "troupe.databases";

/** One database for each person and workspace, so that edits of two people are never in one database. */
export const databaseName = (userId: string, workspaceId: string) => `${prefix}${userId}:${workspaceId}`;

export const workspaceOf = (name: string): string => name.split(":")[2] ?? "";

/** The databases of a person on this machine, as far as the browser lists them. */
export async function databasesOf(userId: string): Promise<string[]> {
  const names = new Set(remembered());
  for (const name of await listed()) names.add(name);
  return [...names].filter((name) => name.startsWith(`${prefix}${userId}:`));
}

/** Deletes all databases of a person. */
export async function forgetStorage(userId: string): Promise<void> {
  await Promise.all((await databasesOf(userId)).map(drop));
}

/** Some browsers deny storage by throwing; that counts as deleted. A database that is still there is an error. */
export async function drop(name: string): Promise<void> {
  try {
    await deleteDB(name);
  } catch (thrown) {
    if ((await listed()).includes(name)) throw thrown;
  }
}

async function listed(): Promise<string[]> {
  try {
    const infos = (await globalThis.indexedDB?.databases?.()) ?? [];
    return infos.flatMap(({ name }) => (name ? [name] : []));
  } catch {
    return [];
  }
}

/** Not every browser can list its databases, so their names are stored. */
export function remembered(): string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(rememberedKey) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function remember(name: string): void {
  try {
    localStorage.setItem(rememberedKey, JSON.stringify([...new Set([...remembered(), name])]));
  } catch {
    // The browser denies storage for names. `databases()` finds them if the browser has it.
  }
}
