import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
} from "react";

/** An address within the app, from an entry of the browser's history. */
export interface Location {
  pathname: string;
  search: string;
  hash: string;
  /** Data from the previous page; not part of the address. */
  state: unknown;
  /** Differs for every entry of the history. */
  key: string;
  /** True if the person came here by going back or forward or by opening the page, and not by a link in the app. */
  back: boolean;
}

interface Going {
  /** Replaces the current history entry instead of adding one. */
  replace?: boolean;
  state?: unknown;
}

const listeners = new Set<(location: Location) => void>();
/** The location of the last change of the address. */
let latest: Location | undefined;

/** Entries keep react-router's shape, because the history may hold entries of an earlier build. */
function read(back: boolean): Location {
  const { pathname, search, hash } = window.location;
  const entry = window.history.state as { usr?: unknown; key?: string } | null;
  return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? "default", back };
}

/**
 * False if the address has changed since the page rendered this location. A person may even have gone to another entry and
 * back, so that only the objects differ.
 */
export const isLatest = (location: Location): boolean => location === (latest ?? location);

function tellAll(back: boolean): void {
  latest = read(back);
  for (const listener of listeners) listener(latest);
}

/** Goes to a path of this app, or back or forward by a number of entries. */
export function navigate(to: string | number, { replace = false, state = null }: Going = {}): void {
  if (typeof to === "number") {
    window.history.go(to);
    return;
  }
  const entry = { usr: state, key: Math.random().toString(36).slice(2, 10) };
  if (replace) window.history.replaceState(entry, "", to);
  else window.history.pushState(entry, "", to);
  tellAll(false);
}

export const LocationContext = createContext<Location | null>(null);

/** Provides the current location. The old page stays until the chunks of the next page have been fetched. */
export function LocationProvider({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => read(true));
  useEffect(() => {
    const follow = (next: Location) => startTransition(() => setLocation(next));
    listeners.add(follow);
    const pop = () => tellAll(true);
    window.addEventListener("popstate", pop);
    // The address may have changed between the first render and now.
    if (read(true).key !== location.key) tellAll(false);
    return () => {
      listeners.delete(follow);
      window.removeEventListener("popstate", pop);
    };
    // Only the location of the first render matters here.
  }, []); // oxlint-disable-line react/exhaustive-deps
  return <LocationContext value={location}>{children}</LocationContext>;
}

export function useLocation(): Location {
  const location = use(LocationContext);
  return useMemo(() => location ?? read(true), [location]);
}

/** Returns the same function at every render, so a change of the address re-runs nothing that depends on it. */
export const useNavigate = (): typeof navigate => navigate;

export function useSearchParams(): readonly [URLSearchParams] {
  const { search } = useLocation();
  return useMemo(() => [new URLSearchParams(search)] as const, [search]);
}

interface LinkProps extends ComponentPropsWithRef<"a"> {
  to: string;
  /** Passed to the target page as `location.state`. */
  state?: unknown;
  /** Replaces the current history entry, also if the address is another one. */
  replace?: boolean;
}

/** A link within the app. Clicks with a modifier key or another mouse button are left to the browser. */
export function Link({ to, state, replace = false, onClick, target, ...rest }: LinkProps) {
  const follow = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      onClick?.(event);
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (event.defaultPrevented || !plain || (target !== undefined && target !== "_self")) return;
      event.preventDefault();
      const { pathname, search, hash } = window.location;
      navigate(to, { state, replace: replace || to === `${pathname}${search}${hash}` });
    },
    [to, state, replace, onClick, target],
  );
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- its content comes with the rest
  return <a {...rest} href={to} {...(target !== undefined && { target })} onClick={follow} />;
}

/**
 * A link that is marked as current while its page, or a page below it, is open. That of react-router brings forms, fetchers
 * and prefetching along, which no page here uses: 4 kB of the first load.
 */
export function NavLink({ to, ...rest }: LinkProps) {
  const { pathname } = useLocation();
  const isCurrent = pathname === to || pathname.startsWith(`${to}/`);
  return <Link {...rest} to={to} aria-current={isCurrent ? "page" : undefined} />;
}

/** Navigates as soon as it is mounted. */
export function Navigate({ to, replace = false, state = null }: Going & { to: string }) {
  useEffect(() => navigate(to, { replace, state }), [to, replace, state]);
  return null;
}
