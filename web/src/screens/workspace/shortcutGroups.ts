import { actions, sceneOf, type Action } from "@/actions/registry";
import type { ShortcutGroup } from "@/features/shortcuts/ShortcutsDialog";
import type { SyncState } from "@/sync/types";

const shell: readonly ShortcutGroup[] = [
  {
    name: "Everywhere",
    shortcuts: [
      { name: "Browse all", keys: "Mod+K" },
      { name: "New task", keys: "N" },
      { name: "New list", keys: "Shift+L" },
      { name: "Invite people", keys: "Shift+I" },
      { name: "Next region of the page", keys: "F6" },
      { name: "Keyboard shortcuts", keys: "?" },
    ],
  },
  {
    name: "Go to",
    shortcuts: [
      { name: "Assigned to me", keys: "G A" },
      { name: "Created by me", keys: "G C" },
      { name: "Private tasks", keys: "G P" },
    ],
  },
];

const titles: Record<Action["group"], string> = {
  ticket: "The task that is open, selected or under the pointer",
  copy: "Copy",
  trash: "Trash",
  history: "History",
};

/** Nothing is aimed at: every action then says what it does in general. */
const nowhere = { listId: null, selected: [], opened: null, focused: null, hovered: null };

/** The keys of the shell and of all actions. */
export function shortcutGroups(view: SyncState): ShortcutGroup[] {
  const scene = sceneOf({ ...view, canUndo: null, canRedo: null }, nowhere);
  const groups = Object.keys(titles) as Action["group"][];
  return [
    ...shell,
    ...groups.map((group) => ({
      name: titles[group],
      shortcuts: actions
        .filter((action) => action.group === group && !isNth(action))
        .flatMap((action) => {
          const [keys] = action.keys;
          return keys === undefined ? [] : [{ name: action.label(scene), keys }];
        }),
    })),
  ];
}

/** Nine actions that differ in a digit say nothing that the picker does not show. */
function isNth({ id }: Action): boolean {
  return /\d$/.test(id);
}
