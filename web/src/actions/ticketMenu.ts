import { useTroupe } from "@/sync/store";
import type { MenuItem } from "@/ui/Menu";
import { actionNamed, mayRun, sceneOf, shownKeys, type Scene } from "./registry";

const dangerous: ReadonlySet<string> = new Set(["ticket.trash", "ticket.delete"]);

/**
 * Actions as the lines of a menu, by their ids, with a rule between two groups. Actions that do not apply are left out.
 */
export function menuOf(scene: Scene, groups: readonly (readonly string[])[]): MenuItem[] {
  return groups
    .map((ids) => ids.flatMap((id) => actionNamed(scene.view, id) ?? []).filter((action) => mayRun(action, scene)))
    .filter((group) => group.length > 0)
    .flatMap((group, place) =>
      group.map((action, index): MenuItem => ({
        id: action.id,
        name: action.label(scene),
        icon: action.icon,
        ...shownKeys(action),
        danger: dangerous.has(action.id),
        apart: place > 0 && index === 0,
        // The tickets may have changed while the menu was open.
        onSelect: () => action.run(sceneOf(useTroupe.getState(), scene.target)),
      })),
    );
}

/** The scene of the given tickets, whatever is selected or open. */
export function sceneAbout(ticketIds: string[]): Scene {
  return sceneOf(useTroupe.getState(), { listId: null, selected: ticketIds, opened: null, focused: null, hovered: null });
}
