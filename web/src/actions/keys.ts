import { combination, isTaken } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import { actionsOf, mayRun, sceneOf, type Action } from "./registry";
import { useTarget } from "./target";

/** How long the second key of two may take. */
export const sequenceMs = 1000;

/** The meaning of the keys pressed so far. */
export type Pressed =
  | { is: "nothing" }
  /** The first key of two; the second is expected. */
  | { is: "begun"; keys: string }
  | { is: "done"; candidates: Action[] };

/**
 * Reads one key combination after another. A sequence that is not finished in time is forgotten. One key may mean two
 * actions (trash, restore): the one that applies is run.
 */
export class KeyReader {
  #before: { keys: string; at: number } | null = null;
  readonly #actions: () => readonly Action[];

  constructor(all: () => readonly Action[]) {
    this.#actions = all;
  }

  press(keys: string, at: number): Pressed {
    const before = this.#before !== null && at - this.#before.at <= sequenceMs ? this.#before.keys : null;
    this.#before = null;
    const actions = this.#actions();
    const found = (wanted: string) => actions.filter((action) => action.keys.includes(wanted));
    const second = before === null ? [] : found(`${before} ${keys}`);
    if (second.length > 0) return { is: "done", candidates: second };
    const single = found(keys);
    if (single.length > 0) return { is: "done", candidates: single };
    if (!actions.some((action) => action.keys.some((each) => each.startsWith(`${keys} `)))) return { is: "nothing" };
    this.#before = { keys, at };
    return { is: "begun", keys };
  }
}

/** Attaches the keys of all actions to the page. Returns a function that detaches them. */
export function attachKeys(page: Pick<Window, "addEventListener" | "removeEventListener"> = window): () => void {
  const reader = new KeyReader(() => actionsOf(useTroupe.getState()));
  const press = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat || isTaken(event.target)) return;
    const pressed = reader.press(combination(event), event.timeStamp);
    if (pressed.is !== "done") return;
    const scene = sceneOf(useTroupe.getState(), useTarget.getState());
    const action = pressed.candidates.find((candidate) => mayRun(candidate, scene));
    if (!action) return;
    event.preventDefault();
    action.run(scene);
  };
  page.addEventListener("keydown", press);
  return () => page.removeEventListener("keydown", press);
}
