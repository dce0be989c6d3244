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
      { name: "All tasks", keys: "G L" },
      { name: "Created by me", keys: "G C" },
      { name: "Private tasks", keys: "G P" },
      { name: "Trash", keys: "G T" },
      { name: "Settings", keys: "G S" },
    ],
  },
];

const titles: Record<Action["group"], string> = {
  ticket: "The task that is open, selected or under the pointer",
  copy: "Copy",
  trash: "Trash",
  history: "History",
};

const page: ShortcutGroup = {
  name: "In a list",
  shortcuts: [
    { name: "Spreadsheet", keys: "1" },
    { name: "Kanban", keys: "2" },
    { name: "Filter", keys: "F" },
    { name: "Find in list", keys: "/" },
    { name: "Next task", keys: "J" },
    { name: "Previous task", keys: "K" },
    { name: "Select", keys: "X" },
    { name: "Select all", keys: "Mod+A" },
    { name: "Clear the selection", keys: "Escape" },
    { name: "Sidebar", keys: "[" },
  ],
};

const sheet: ShortcutGroup = {
  name: "In the spreadsheet",
  shortcuts: [
    { name: "Edit the cell; on the number, open the task", keys: "Enter" },
    { name: "Open the task", keys: "Space" },
    { name: "Move the row up", keys: "Alt+ArrowUp" },
    { name: "Move the row down", keys: "Alt+ArrowDown" },
    { name: "Column wider", keys: "Alt+Shift+ArrowRight" },
    { name: "Column narrower", keys: "Alt+Shift+ArrowLeft" },
    { name: "Copy the cell, or the selected rows", keys: "Mod+C" },
    { name: "Paste into the cells", keys: "Mod+V" },
  ],
};

/** Nothing is aimed at: every action then says what it does in general. */
const nowhere = { listId: null, selected: [], opened: null, focused: null, hovered: null };

/** The keys of the shell and of all actions. */
export function shortcutGroups(view: SyncState): ShortcutGroup[] {
  const scene = sceneOf({ ...view, canUndo: null, canRedo: null }, nowhere);
  const groups = Object.keys(titles) as Action["group"][];
  return [
    ...shell,
    page,
    sheet,
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
