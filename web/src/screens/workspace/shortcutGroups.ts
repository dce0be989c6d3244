import { t } from "@lingui/core/macro";
import { actionsOf, sceneOf, type Action } from "@/actions/registry";
import { mayToSome } from "@/actions/rights";
import type { ShortcutGroup } from "@/features/shortcuts/ShortcutsDialog";
import type { SyncState } from "@/sync/types";
import type { Capabilities, Capability } from "@/wire/generated";

/** The lines of a group, each with the capability that it takes; the lines that this person may use remain. */
type Line = ShortcutGroup["shortcuts"][number] & { needs?: Capability };
const usable = (capabilities: Capabilities | null, lines: readonly Line[]) =>
  lines.filter(({ needs }) => needs === undefined || mayToSome(capabilities, needs));

const shell = (capabilities: Capabilities | null): ShortcutGroup[] => [
  {
    name: t`Everywhere`,
    shortcuts: usable(capabilities, [
      { name: t`Browse all`, keys: "Mod+K" },
      { name: t`New task`, keys: "N", or: "C", needs: "createTickets" },
      { name: t`New list`, keys: "Shift+L", needs: "createLists" },
      { name: t`Invite people`, keys: "Shift+I", needs: "invite" },
      { name: t`Next section`, keys: "F6" },
      { name: t`Keyboard shortcuts`, keys: "?" },
    ]),
  },
  {
    name: t`Go to`,
    shortcuts: [
      { name: t`Home`, keys: "G O" },
      { name: t`Inbox`, keys: "G I" },
      { name: t`Roadmap`, keys: "G R" },
      { name: t`Assigned to me`, keys: "G A" },
      { name: t`All tasks`, keys: "G L" },
      { name: t`Created by me`, keys: "G C" },
      { name: t`Completed by me`, keys: "G D" },
      { name: t`Subscribed by me`, keys: "G F" },
      { name: t`Private tasks`, keys: "G P" },
      { name: t`Trash`, keys: "G T" },
      { name: t`Active sprint`, keys: "G W" },
      { name: t`Settings`, keys: "G S" },
    ],
  },
];

const titles = (): Record<Action["group"], string> => ({
  ticket: t`The open, selected, or hovered task`,
  copy: t`Copy`,
  trash: t`Trash`,
  history: t`History`,
});

const page = (): ShortcutGroup => ({
  name: t`In a list`,
  shortcuts: [
    { name: t`Spreadsheet`, keys: "1" },
    { name: t`Kanban`, keys: "2" },
    { name: t`Calendar`, keys: "3" },
    { name: t`Gantt`, keys: "4" },
    { name: t`Filter`, keys: "F" },
    { name: t`Find in list`, keys: "/" },
    { name: t`Next task`, keys: "J" },
    { name: t`Previous task`, keys: "K" },
    { name: t`Select`, keys: "X" },
    { name: t`Select range`, keys: "Shift+Click" },
    { name: t`Open in a new tab`, keys: "Mod+Click" },
    { name: t`Select all`, keys: "Mod+A" },
    { name: t`Clear selection`, keys: "Escape" },
    { name: t`Sidebar`, keys: "[" },
  ],
});

const inbox = (): ShortcutGroup => ({
  name: t`In the inbox`,
  shortcuts: [
    { name: t`Next task`, keys: "J" },
    { name: t`Previous task`, keys: "K" },
    { name: t`Done`, keys: "E" },
    { name: t`Snooze`, keys: "H" },
    { name: t`Mark as unread`, keys: "U" },
  ],
});

const sheet = (capabilities: Capabilities | null): ShortcutGroup => ({
  name: t`In the spreadsheet`,
  shortcuts: usable(capabilities, [
    { name: t`Edit cell, or open task when on its number`, keys: "Enter", needs: "editTickets" },
    { name: t`Open task`, keys: "Space" },
    { name: t`Search values, or type a date`, keys: "A…Z", needs: "editTickets" },
    { name: t`Move row up`, keys: "Alt+ArrowUp", needs: "editTickets" },
    { name: t`Move row down`, keys: "Alt+ArrowDown", needs: "editTickets" },
    { name: t`Widen column`, keys: "Alt+Shift+ArrowRight" },
    { name: t`Narrow column`, keys: "Alt+Shift+ArrowLeft" },
    { name: t`Open the menu of the column`, keys: "Alt+Shift+ArrowDown" },
    { name: t`Show subtasks, when on a title`, keys: "ArrowRight" },
    { name: t`Hide subtasks, when on a title`, keys: "ArrowLeft" },
    { name: t`Choose several cells`, keys: "Shift+ArrowRight" },
    { name: t`Copy cells or selected rows`, keys: "Mod+C" },
    { name: t`Paste into cells`, keys: "Mod+V", needs: "editTickets" },
    { name: t`Fill down`, keys: "Mod+D", needs: "editTickets" },
  ]),
});

const calendar = (capabilities: Capabilities | null): ShortcutGroup => ({
  name: t`In the calendar`,
  shortcuts: usable(capabilities, [
    { name: t`Today`, keys: "T" },
    { name: t`Open task`, keys: "Enter" },
    { name: t`New task on the focused day`, keys: "N", or: "C", needs: "createTickets" },
    { name: t`Move task by a day`, keys: "Shift+ArrowRight", needs: "editTickets" },
    { name: t`Move task by a week`, keys: "Shift+ArrowDown", needs: "editTickets" },
    { name: t`Move the end of the task by a day`, keys: "Alt+Shift+ArrowRight", needs: "editTickets" },
    { name: t`Remove the dates of the task`, keys: "Delete", needs: "editTickets" },
    { name: t`Next month`, keys: "PageDown" },
    { name: t`Previous month`, keys: "PageUp" },
  ]),
});

const gantt = (capabilities: Capabilities | null): ShortcutGroup => ({
  name: t`In the gantt`,
  shortcuts: usable(capabilities, [
    { name: t`Move bar by a day`, keys: "ArrowRight", needs: "editTickets" },
    { name: t`Lengthen bar`, keys: "Shift+ArrowRight", needs: "editTickets" },
    { name: t`Shorten bar`, keys: "Shift+ArrowLeft", needs: "editTickets" },
    { name: t`Move start of bar`, keys: "Mod+ArrowRight", needs: "editTickets" },
    { name: t`Delete the chosen dependency`, keys: "Delete", needs: "editTickets" },
    { name: t`Today`, keys: "T" },
    { name: t`Zoom in`, keys: "+" },
    { name: t`Zoom out`, keys: "-" },
  ]),
});

const board = (capabilities: Capabilities | null): ShortcutGroup => ({
  name: t`On the board`,
  shortcuts: usable(capabilities, [
    { name: t`Open task`, keys: "Enter" },
    { name: t`Pick up or drop card`, keys: "Space", needs: "editTickets" },
    { name: t`Move card up`, keys: "Shift+ArrowUp", needs: "editTickets" },
    { name: t`Move card down`, keys: "Shift+ArrowDown", needs: "editTickets" },
    { name: t`Move card to the previous column`, keys: "Shift+ArrowLeft", needs: "editTickets" },
    { name: t`Move card to the next column`, keys: "Shift+ArrowRight", needs: "editTickets" },
  ]),
});

/** A target without tickets: every action then has its general name. */
const nowhere = { listId: null, selected: [], opened: null, focused: null, hovered: null };

/** The keys of the shell and of all actions that this person may use. */
export function shortcutGroups(view: SyncState): ShortcutGroup[] {
  const scene = sceneOf({ ...view, canUndo: null, canRedo: null }, nowhere);
  const { capabilities } = view;
  const names = titles();
  const groups = Object.keys(names) as Action["group"][];
  const ofActions = groups.map((group) => ({
    name: names[group],
    shortcuts: actionsOf(view)
      .filter((action) => action.group === group && !isNth(action) && (action.needs === null || mayToSome(capabilities, action.needs)))
      .flatMap((action) => {
        const [keys] = action.keys;
        return keys === undefined ? [] : [{ name: action.label(scene), keys }];
      }),
  }));
  return [...shell(capabilities), page(), inbox(), sheet(capabilities), board(capabilities), calendar(capabilities), gantt(capabilities), ...ofActions].filter(({ shortcuts }) => shortcuts.length > 0);
}

/** True for actions that differ only in a digit; the picker shows these. */
function isNth({ id }: Action): boolean {
  return /\d$/.test(id);
}
