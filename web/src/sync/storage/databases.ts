import { deleteDB } from "idb";

const prefix = "troupe:";
const rememberedKey = "troupe.databases";

/** One database for each person and workspace: edits of two people never lie in one database. */
export const databaseName = (userId: string, workspaceId: string) => `${prefix}${userId}:${workspaceId}`;

export const workspaceOf = (name: string): string => name.split(":")[2] ?? "";

/** The databases that were made here for a person, as far as the browser tells. */
export async function databasesOf(userId: string): Promise<string[]> {
  const names = new Set(remembered());
  for (const name of await listed()) names.add(name);
  return [...names].filter((name) => name.startsWith(`${prefix}${userId}:`));
}

/** Deletes everything kept for a person, of all their workspaces. */
export async function forgetStorage(userId: string): Promise<void> {
  await Promise.all((await databasesOf(userId)).map(drop));
}

/** Also where the browser gives no storage at all, and says so by throwing. */
async function drop(name: string): Promise<void> {
  try {
    await deleteDB(name);
  } catch {
    // There is nothing to delete, or the browser denies access.
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

/** Not every browser can list its databases, so their names are noted. */
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
    // Storage for names is denied: `databases()` still finds them where it exists.
  }
}
