import { lastWorkspace } from "./lastPlace";

interface Keyed {
  id: string;
  key: string;
}

/** What the address calls a workspace: its key, or its id where that key is unknown or another of theirs has it too. */
export function slugOf(workspace: Pick<Keyed, "id">, all: readonly Keyed[]): string {
  const key = all.find(({ id }) => id === workspace.id)?.key;
  const shared = all.filter((other) => other.key === key).length > 1;
  return key === undefined || shared ? workspace.id : key;
}

/** The workspace that an address means: by id, else by key; of several, the one that was open last. */
export function findBySlug<T extends Keyed>(all: readonly T[], slug: string, last = lastWorkspace()): T | undefined {
  const keyed = all.filter(({ key }) => key.toLowerCase() === slug.toLowerCase());
  return all.find(({ id }) => id === slug) ?? keyed.find(({ id }) => id === last) ?? keyed[0];
}
