import { chosenStart, read } from "./lastPlace";

/** The page that an address without a page leads to: the list or the page that was open last, or a page of its own. */
export type StartPage = "list" | "page" | "mine" | "home" | "inbox";
const choices: readonly (string | null)[] = ["page", "mine", "home", "inbox"];

const KEY = "troupe.start";
const placeKey = (workspaceId: string) => `troupe.place.${workspaceId}`;

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage, the app opens at the list that was open last.
  }
}

/** What the person has chosen in this browser. */
export function startPage(): StartPage {
  const kept = chosenStart();
  return choices.includes(kept) ? (kept as StartPage) : "list";
}
export const setStartPage = (start: StartPage): void => write(KEY, start === "list" ? null : start);

/** The page that was open last in a workspace: the part of its address after the workspace. */
export const lastPage = (workspaceId: string): string | null => read(placeKey(workspaceId));
export const rememberPage = (workspaceId: string, page: string): void => write(placeKey(workspaceId), page);
