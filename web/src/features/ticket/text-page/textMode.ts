import { useLocation, navigate } from "@/lib/location";

/** What the address shows of the text of the open task, in place of everything else: the editor, or the versions. */
export type TextMode = "write" | "versions";

const parameter = "text";
const isMode = (word: string | null): word is TextMode => word === "write" || word === "versions";

export function textModeOf(search: string): TextMode | null {
  const word = new URLSearchParams(search).get(parameter);
  return isMode(word) ? word : null;
}

export const useTextMode = (): TextMode | null => textModeOf(useLocation().search);

/** The parameters of an address that shows the text in this way; null shows the task. */
export function withTextMode(search: string, mode: TextMode | null): string {
  const said = new URLSearchParams(search);
  said.delete(parameter);
  if (mode !== null) said.set(parameter, mode);
  return said.size === 0 ? "" : `?${said.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
}

interface Entry {
  /** The address names all panes (`usePanes`). */
  panes: true;
  /** The person came here from the entry before. */
  entered?: true;
}

/** Shows the text on a page of its own. Going back leads to where the person was. */
export function openTextPage(mode: TextMode): void {
  const { pathname, search } = window.location;
  const state: Entry = { panes: true, entered: true };
  navigate(`${pathname}${withTextMode(search, mode)}`, { state });
}

/** Leaves the page of the text. */
export function closeTextPage(): void {
  const { pathname, search } = window.location;
  const entry = window.history.state as { usr?: Partial<Entry> | null } | null;
  if (entry?.usr?.entered) return navigate(-1);
  const state: Entry = { panes: true };
  navigate(`${pathname}${withTextMode(search, null)}`, { replace: true, state });
}

let awaited: (() => void) | null = null;

/** Does something in the task itself, for example in its comments. A page of the text is left first, since it covers the task. */
export function inTask(act: () => void): void {
  if (textModeOf(window.location.search) === null) return act();
  awaited = act;
  closeTextPage();
}

/** Runs the action that `inTask` has postponed until the page of the text is closed. */
export function actInTask(): void {
  const act = awaited;
  awaited = null;
  act?.();
}
