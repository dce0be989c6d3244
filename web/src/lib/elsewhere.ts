import { paths, safeNext } from "./paths";

const after = (path: string, next: string | null) => (next === null ? path : `${path}?${new URLSearchParams({ next })}`);

/** The addresses of other ways to log in. A provider sends the browser back to `oauth`. */
export const hostedPaths = {
  oauth: () => "/oauth",
  signInCode: (next: string | null) => after("/signin/code", next),
  phoneSignIn: (next: string | null) => after("/signin/phone", next),
  phoneSignUp: (next: string | null) => after("/signup/phone", next),
  phoneForgotPassword: (next: string | null) => after("/forgot-password/phone", next),
  unlink: (account: string, next: string) => `/unlink?${new URLSearchParams({ account, next })}`,
  relink: (provider: string, next: string) => `/relink?${new URLSearchParams({ provider, next })}`,
};

/** Where to go after a provider has sent the browser back. In the storage of the tab, so that no address has to carry it. */
const NEXT = "troupe.next";

/** Remembers where to go after the provider has sent the browser back. */
export function keepNext(next: string | null): void {
  try {
    if (next === null) sessionStorage.removeItem(NEXT);
    else sessionStorage.setItem(NEXT, next);
  } catch {
    // Storage is denied: the person then comes to the usual page.
  }
}

/** Where to go now; null if no page of this app was remembered. */
export function keptNext(): string | null {
  try {
    return safeNext(sessionStorage.getItem(NEXT));
  } catch {
    return null;
  }
}

/** Leaves the app for a page of another site. */
export function leaveFor(url: string): void {
  if (!/^https?:\/\//i.test(url)) throw new Error("not an address of another site");
  window.location.assign(url);
}

interface SearchPlace {
  text: string;
  /** Where to look; everywhere if it is empty. */
  parts?: readonly string[];
  listId?: string | null;
}

/** The page of the search in a workspace. */
export function searchPath(workspace: string, { text, parts = [], listId = null }: SearchPlace): string {
  const params = new URLSearchParams(text === "" ? {} : { q: text });
  if (parts.length > 0) params.set("in", parts.join());
  if (listId !== null) params.set("list", listId);
  return `${paths.workspace(workspace)}/search${params.size === 0 ? "" : `?${params}`}`;
}
