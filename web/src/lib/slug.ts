import { lastWorkspace } from "./lastPlace";

interface Keyed {
  id: string;
  key: string;
}

/** The workspace's part of the address: its key, or its id if the key is unknown or shared with another workspace. */
export function slugOf(workspace: Pick<Keyed, "id">, all: readonly Keyed[]): string {
  const key = all.find(({ id }) => id === workspace.id)?.key;
  const shared = all.filter((other) => other.key === key).length > 1;
  return key === undefined || shared ? workspace.id : key;
}

/** The workspace of an address: by id, else by key. If several have the key, the one that was open last. */
export function findBySlug<T extends Keyed>(all: readonly T[], slug: string, last = lastWorkspace()): T | undefined {
  const keyed = all.filter(({ key }) => key.toLowerCase() === slug.toLowerCase());
  return all.find(({ id }) => id === slug) ?? keyed.find(({ id }) => id === last) ?? keyed[0];
}
