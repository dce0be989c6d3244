import { use, type ComponentType, type ReactNode } from "react";
import { create } from "zustand";

/** A part of the app that is a separate chunk. */
export interface Later<T> {
  /** Null until the part has been fetched. */
  now(): T | null;
  load(): Promise<T>;
}

interface LaterOptions {
  /** True if the part is fetched in the background once the page is usable and the browser is idle. */
  idle?: boolean;
}

/** The parts that `fetchAhead` fetches. */
export const idleParts: Later<unknown>[] = [];
/** What lets the parts that failed to load be fetched again. */
export const failures = new Set<() => void>();

/** How long a fetch may take. */
export const patienceMs = 60_000;

/** Rejects after a while: a request may hang while the network seems to be up. */
const tooLong = () => new Promise<never>((_, reject) => setTimeout(reject, patienceMs, new Error("importing a module script took too long")));

/** Fetches a part when it is first needed. A fetch that failed is not tried again before `retryFailed`. */
export function later<T>(fetchPart: () => Promise<T>, { idle = true, instead }: LaterOptions & { instead?: T } = {}): Later<T> {
  let part: T | null = null;
  let loading: Promise<T> | null = null;
  const arrived = (fetched: T): T => {
    part = fetched;
    // Tells `use` that the promise is settled, so that `use` does not suspend.
    if (loading) Object.assign(loading, { status: "fulfilled", value: fetched });
    return fetched;
  };
  const failed = (error: unknown): T => {
    failures.add(() => {
      part = null;
      loading = null;
    });
    if (instead === undefined) throw error;
    return arrived(instead);
  };
  const load = () => (loading ??= Promise.race([fetchPart(), tooLong()]).then(arrived, failed));
  const it = { now: () => part, load };
  if (idle) idleParts.push(it);
  return it;
}

type Lazy<P> = ((props: P) => ReactNode) & { load: () => Promise<unknown> };

/** Each state is a new object, which renders the components again. */
export const useRound = create(() => ({}));

/**
 * A component in a separate chunk. It suspends only until the chunk has loaded. If the chunk does not load, `instead`
 * is shown; without `instead`, the component throws.
 */
export function laterComponent<P extends object>(
  fetchPart: () => Promise<ComponentType<P>>,
  options?: LaterOptions & { instead?: ComponentType<P> },
): Lazy<P> {
  const part = later(fetchPart, options);
  const Lazily = (props: P) => {
    useRound();
    const Part = use(part.load());
    return <Part {...props} />;
  };
  return Object.assign(Lazily, { load: part.load });
}

/** Lets parts that failed to load be fetched again when they are next needed. */
export function retryFailed(): void {
  for (const forget of failures) forget();
  failures.clear();
}

/** Fetches what is shown and failed to load. Called from time to time and when the network is back, because a stand-in may show nothing to click. */
export function fetchFailed(): void {
  retryFailed();
  useRound.setState({}, true);
}

const missing = /dynamically imported module|importing a module script|unable to preload css/i;

/** True for the error that an engine throws when a chunk does not load. No engine gives this error a name of its own. */
export function isMissingChunk(thrown: unknown): boolean {
  return thrown instanceof Error && missing.test(thrown.message);
}

/** Everything that a page loads before this mark counts towards the size of its first load (`e2e/size`). */
export const usableMark = "troupe:usable";

/** True once the page is usable. Parts that are not needed before then wait for it. */
export const useUsable = create<{ usable: boolean }>(() => ({ usable: false }));

/** Resolves once the page is usable. */
export const whenUsable = (): Promise<void> =>
  new Promise((resolve) => {
    if (useUsable.getState().usable) return resolve();
    const stop = useUsable.subscribe(() => {
      stop();
      resolve();
    });
  });

/**
 * Marks the page as usable. Many parts wait for this. They render only after the browser has drawn the page once, so the
 * first rows appear sooner.
 */
export function markUsable(): void {
  if (performance.getEntriesByName(usableMark).length === 0) performance.mark(usableMark);
  const show = () => useUsable.setState({ usable: true });
  // A hidden page is not drawn.
  if (document.hidden) show();
  else requestAnimationFrame(() => setTimeout(show));
}
