import { lastWorkspace } from "./lastPlace";
import type { Keyed } from "./slug";

/** The workspace of an address: by id, else by key. If several have the key, the one that was open last. */
export function findBySlug<T extends Keyed>(all: readonly T[], slug: string, last = lastWorkspace()): T | undefined {
  const keyed = all.filter(({ key }) => key.toLowerCase() === slug.toLowerCase());
  return all.find(({ id }) => id === slug) ?? keyed.find(({ id }) => id === last) ?? keyed[0];
}
