/** The build of the app that a worker keeps. `scripts/worker.ts` writes it into the worker. */
export interface Build {
  /** A hash of all files of the build. */
  hash: string;
  /** The path of the entry script. The page names it, so it identifies the build. Empty in `vite dev`, where nothing is kept. */
  entry: string;
  /** The paths of all files that are kept, with the page first. */
  files: readonly string[];
}

/** The page of the app. The node answers with it for every path of the app. */
export const pagePath = "/";

const prefix = "troupe-";

/** The name of the cache of a build. */
export const cacheOf = ({ hash }: Pick<Build, "hash">): string => prefix + hash;

/** The caches of other builds. Caches that this worker did not make stay. */
export const otherCaches = (build: Pick<Build, "hash">, names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(prefix) && name !== cacheOf(build));

/** True if a file has a hash of its content in its name, so that it is the same in every build. */
export const isHashed = (path: string): boolean => path.startsWith("/assets/");

/**
 * True if an answer is this file of this build. During an upgrade, a node of another build may answer. Such
 * a node answers unknown paths with its page, which names another script.
 */
export function isOfBuild({ entry }: Pick<Build, "entry">, path: string, { ok, html }: { ok: boolean; html: string | null }): boolean {
  if (!ok) return false;
  return path === pagePath ? html !== null && html.includes(entry) : html === null;
}

/**
 * True if a waiting worker may take over from the active one. The active worker keeps the files of the tabs that it
 * serves, so it is replaced only if there is a single tab, which runs the new build.
 */
export const mayTakeOver = ({ entry }: Pick<Build, "entry">, running: unknown, tabs: number): boolean => tabs <= 1 && running === entry;
