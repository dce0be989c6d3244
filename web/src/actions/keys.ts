import { attachHotkeys, type Hotkeys } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import { attachBesideClick } from "./beside";
import { actionsOf, mayRun, namesOf, sceneOf } from "./registry";
import { useTarget } from "./target";

/**
 * The keys of all actions. One key may mean two actions (trash, restore): the one that applies runs. If none applies, other shortcuts
 * get the key.
 */
function keysOfActions(): Hotkeys {
  const actions = actionsOf(useTroupe.getState());
  const run = (name: string) => () => {
    const scene = sceneOf(useTroupe.getState(), useTarget.getState());
    const action = actions.find((each) => namesOf(each).includes(name) && mayRun(each, scene));
    return action ? action.run(scene) : false;
  };
  return Object.fromEntries(actions.flatMap(namesOf).map((name) => [name, run(name)]));
}

/** Attaches the keys of all actions to the page, and the click that opens another pane. Returns a function that detaches them. */
export function attachKeys(): () => void {
  const detach = [attachHotkeys({ keys: keysOfActions }), attachBesideClick()];
  return () => detach.forEach((each) => each());
}
