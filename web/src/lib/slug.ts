import { lastWorkspace } from "./lastPlace";

interface Keyed {
  id: string;
  key: string;
}

/** What the address calls a workspace: its key, or its id where another of theirs has the same key. */
export function slugOf(workspace: Keyed, all: readonly Keyed[]): string {
  return all.some(({ id, key }) => key === workspace.key && id !== workspace.id) ? workspace.id : workspace.key;
}

/** The workspace that an address means: by id, else by key; of several, the one that was open last. */
export function findBySlug<T extends Keyed>(all: readonly T[], slug: string, last = lastWorkspace()): T | undefined {
  const keyed = all.filter(({ key }) => key.toLowerCase() === slug.toLowerCase());
  return all.find(({ id }) => id === slug) ?? keyed.find(({ id }) => id === last) ?? keyed[0];
}
