import { t } from "@lingui/core/macro";
import { blankTicket } from "@/sync/kinds/ticket/create";
import { statusesInOrder } from "@/sync/selectors";
import type { SyncState } from "@/sync/types";
import type { Capability, Capabilities } from "@/wire/generated";
import { actionsOf, namesOf, type Action, type Scene } from "../registry";
import { mayToSome } from "../rights";

/** Where a shortcut works. The keys of a task work wherever a task is open, selected or focused. */
export type Where = "everywhere" | "task" | "list" | "inbox" | "calendar" | "gantt" | "sheet" | "board";

/** Keys that nobody can change, such as arrows. */
export interface FixedKeys {
  name: string;
  keys: string;
  needs?: Capability;
}

/** Something that a person can choose keys for. */
export interface Shortcut {
  /** Names the shortcut in stored choices, so it never changes. */
  id: string;
  name: string;
  /** The names of its keys (see `lib/ownKeys`), of which people see the first. A shortcut without default keys has its id as its only name. */
  names: readonly string[];
  where: Where;
  needs?: Capability;
}

export interface ShortcutGroup {
  name: string;
  shortcuts: readonly Shortcut[];
  fixed: readonly FixedKeys[];
}

/** True if the shortcut has default keys. */
export const hasUsual = ({ id, names }: Shortcut): boolean => names[0] !== id;

/** A shortcut as it is written in the lists below: `keys` holds one name or several. */
type Written = Pick<Shortcut, "id" | "name" | "needs"> & { keys: string | readonly string[] };

const one =
  (where: Where) =>
  ({ keys, ...rest }: Written): Shortcut => ({ ...rest, where, names: typeof keys === "string" ? [keys] : keys });

const anywhere = one("everywhere");
const inList = one("list");
const inInbox = one("inbox");
const inGantt = one("gantt");

const everywhere = (): ShortcutGroup => ({
  name: t`Everywhere`,
  shortcuts: [
    anywhere({ id: "app.palette", name: t`Browse all`, keys: "Mod+K" }),
    anywhere({ id: "new.task", name: t`New task`, keys: ["N", "C"], needs: "createTickets" }),
    anywhere({ id: "new.fromTemplate", name: t`New task from a template`, keys: "Alt+C", needs: "createTickets" }),
    anywhere({ id: "new.link", name: t`New link`, keys: "L", needs: "createTickets" }),
    anywhere({ id: "new.list", name: t`New list`, keys: "Shift+L", needs: "createLists" }),
    anywhere({ id: "app.invite", name: t`Invite people`, keys: "Shift+I", needs: "invite" }),
    anywhere({ id: "app.sidebar", name: t`Sidebar`, keys: "[" }),
    anywhere({ id: "app.fields", name: t`Fields on the full page of a task`, keys: "Mod+I" }),
    anywhere({ id: "app.nextSection", name: t`Next section`, keys: "F6" }),
    anywhere({ id: "app.lastSection", name: t`Previous section`, keys: "Shift+F6" }),
    anywhere({ id: "app.shortcuts", name: t`Keyboard shortcuts`, keys: ["?", "Mod+/"] }),
  ],
  fixed: [{ name: t`Close, or clear the selection`, keys: "Escape" }, { name: t`Send or save`, keys: "Mod+Enter" }],
});

const goTo = (): ShortcutGroup => ({
  name: t`Go to`,
  shortcuts: [
    anywhere({ id: "go.home", name: t`Home`, keys: ["G O", "G H"] }),
    anywhere({ id: "go.inbox", name: t`Inbox`, keys: "G I" }),
    anywhere({ id: "go.roadmap", name: t`Roadmap`, keys: "G R" }),
    anywhere({ id: "go.mine", name: t`Assigned to me`, keys: "G A" }),
    anywhere({ id: "go.all", name: t`All tasks`, keys: ["G L", "G X"] }),
    anywhere({ id: "go.backlog", name: t`Backlog`, keys: "G B" }),
    anywhere({ id: "go.created", name: t`Created by me`, keys: "G C" }),
    anywhere({ id: "go.completed", name: t`Completed by me`, keys: "G D" }),
    anywhere({ id: "go.subscribed", name: t`Subscribed by me`, keys: "G F" }),
    anywhere({ id: "go.private", name: t`Private tasks`, keys: "G P" }),
    anywhere({ id: "go.trash", name: t`Trash`, keys: "G T" }),
    anywhere({ id: "go.sprint", name: t`Active sprint`, keys: "G W" }),
    anywhere({ id: "go.settings", name: t`Settings`, keys: "G S" }),
  ],
  fixed: [],
});

const open = (): ShortcutGroup => ({
  name: t`Find and open`,
  shortcuts: [
    anywhere({ id: "open.list", name: t`List`, keys: "O L" }),
    anywhere({ id: "open.task", name: t`Task`, keys: "O T" }),
    anywhere({ id: "open.person", name: t`Person`, keys: "O U" }),
    anywhere({ id: "open.sprint", name: t`Sprint`, keys: "O S" }),
    anywhere({ id: "open.view", name: t`Saved view`, keys: "O V" }),
  ],
  fixed: [],
});

const list = (): ShortcutGroup => ({
  name: t`In a list`,
  shortcuts: [
    inList({ id: "view.spreadsheet", name: t`Spreadsheet`, keys: "1" }),
    inList({ id: "view.kanban", name: t`Kanban`, keys: "2" }),
    inList({ id: "view.calendar", name: t`Calendar`, keys: "3" }),
    inList({ id: "view.gantt", name: t`Gantt`, keys: "4" }),
    inList({ id: "view.other", name: t`Switch between kanban and spreadsheet`, keys: "Mod+B" }),
    inList({ id: "list.filter", name: t`Filter`, keys: "F" }),
    inList({ id: "list.lastFilter", name: t`Remove the last filter`, keys: "Shift+F" }),
    inList({ id: "list.noFilter", name: t`Clear filters`, keys: "Alt+Shift+F" }),
    anywhere({ id: "list.find", name: t`Find in list, or open the search page`, keys: "/" }),
    anywhere({ id: "list.next", name: t`Next task`, keys: "J" }),
    anywhere({ id: "list.previous", name: t`Previous task`, keys: "K" }),
    inList({ id: "list.select", name: t`Select`, keys: "X" }),
    inList({ id: "list.selectAll", name: t`Select all`, keys: "Mod+A" }),
    inList({ id: "list.today", name: t`Today in the calendar or gantt`, keys: "T" }),
  ],
  fixed: [
    { name: t`Move focus down`, keys: "ArrowDown" },
    { name: t`Move focus up`, keys: "ArrowUp" },
    { name: t`Select range`, keys: "Shift+Click" },
    { name: t`Open in a new tab`, keys: "Mod+Click" },
    { name: t`Open in another pane`, keys: "Alt+Click" },
  ],
});

const inbox = (): ShortcutGroup => ({
  name: t`In the inbox`,
  shortcuts: [
    inInbox({ id: "inbox.done", name: t`Done`, keys: "inbox:E" }),
    inInbox({ id: "inbox.snooze", name: t`Snooze`, keys: "inbox:H" }),
    inInbox({ id: "inbox.unread", name: t`Mark as unread`, keys: "inbox:U" }),
  ],
  fixed: [],
});

const sheet = (): ShortcutGroup => ({
  name: t`In the spreadsheet`,
  shortcuts: [],
  fixed: [
    { name: t`Edit cell, or open task when on its number`, keys: "Enter", needs: "editTickets" },
    { name: t`Edit cell`, keys: "F2", needs: "editTickets" },
    { name: t`Open task`, keys: "Space" },
    { name: t`First cell of the row`, keys: "Home" },
    { name: t`Last cell of the row`, keys: "End" },
    { name: t`One screen down`, keys: "PageDown" },
    { name: t`One screen up`, keys: "PageUp" },
    { name: t`Search values, or type a date`, keys: "A…Z", needs: "editTickets" },
    { name: t`Move row up`, keys: "Alt+ArrowUp", needs: "editTickets" },
    { name: t`Move row down`, keys: "Alt+ArrowDown", needs: "editTickets" },
    { name: t`Widen column`, keys: "Alt+Shift+ArrowRight" },
    { name: t`Narrow column`, keys: "Alt+Shift+ArrowLeft" },
    { name: t`Open the menu of the column`, keys: "Alt+Shift+ArrowDown" },
    { name: t`Show subtasks, when on a title`, keys: "ArrowRight" },
    { name: t`Hide subtasks, when on a title`, keys: "ArrowLeft" },
    { name: t`Extend the selection by a row`, keys: "Shift+ArrowDown" },
    { name: t`Select several cells`, keys: "Shift+ArrowRight" },
    { name: t`Copy cells or selected rows`, keys: "Mod+C" },
    { name: t`Fill down`, keys: "Mod+D", needs: "editTickets" },
    { name: t`Paste into cells`, keys: "Mod+V", needs: "editTickets" },
  ],
});

const board = (): ShortcutGroup => ({
  name: t`On the board`,
  shortcuts: [],
  fixed: [
    { name: t`Open task`, keys: "Enter" },
    { name: t`First card of the column`, keys: "Home" },
    { name: t`Last card of the column`, keys: "End" },
    { name: t`Pick up or drop card`, keys: "Space", needs: "editTickets" },
    { name: t`Move card up`, keys: "Shift+ArrowUp", needs: "editTickets" },
    { name: t`Move card down`, keys: "Shift+ArrowDown", needs: "editTickets" },
    { name: t`Move card to the previous column`, keys: "Shift+ArrowLeft", needs: "editTickets" },
    { name: t`Move card to the next column`, keys: "Shift+ArrowRight", needs: "editTickets" },
  ],
});

const calendar = (): ShortcutGroup => ({
  name: t`In the calendar`,
  shortcuts: [],
  fixed: [
    { name: t`Open task, or create one on the focused day`, keys: "Enter" },
    { name: t`Move task by a day`, keys: "Shift+ArrowRight", needs: "editTickets" },
    { name: t`Move task by a week`, keys: "Shift+ArrowDown", needs: "editTickets" },
    { name: t`Move task by a month`, keys: "Shift+PageDown", needs: "editTickets" },
    { name: t`Move the end of the task by a day`, keys: "Alt+Shift+ArrowRight", needs: "editTickets" },
    { name: t`Remove the dates of the task`, keys: "Delete", needs: "editTickets" },
    { name: t`First day of the week`, keys: "Home" },
    { name: t`Last day of the week`, keys: "End" },
    { name: t`Next month`, keys: "PageDown" },
    { name: t`Previous month`, keys: "PageUp" },
  ],
});

const gantt = (): ShortcutGroup => ({
  name: t`In the gantt`,
  shortcuts: [inGantt({ id: "gantt.in", name: t`Zoom in`, keys: ["gantt:+", "gantt:="] }), inGantt({ id: "gantt.out", name: t`Zoom out`, keys: "gantt:-" })],
  fixed: [
    { name: t`Move bar by a day`, keys: "ArrowRight", needs: "editTickets" },
    { name: t`Lengthen bar`, keys: "Shift+ArrowRight", needs: "editTickets" },
    { name: t`Shorten bar`, keys: "Shift+ArrowLeft", needs: "editTickets" },
    { name: t`Move start of bar`, keys: "Mod+ArrowRight", needs: "editTickets" },
    { name: t`First row`, keys: "Home" },
    { name: t`Last row`, keys: "End" },
    { name: t`One screen down`, keys: "PageDown" },
    { name: t`One screen up`, keys: "PageUp" },
    { name: t`Delete the chosen dependency`, keys: "Delete", needs: "editTickets" },
  ],
});

const titles = (): Record<Action["group"], string> => ({
  ticket: t`The open, selected, or hovered task`,
  copy: t`Copy`,
  trash: t`Trash`,
  history: t`History`,
});

/** A scene with one plain task, in which every action has its general name. */
function plainScene(view: SyncState): Scene {
  const target = { listId: null, selected: [], opened: null, focused: null, hovered: null };
  const ticket = blankTicket({ ticketId: "", title: "" }, "", { me: "", at: "" });
  return { view: { ...view, canUndo: null, canRedo: null }, target, tickets: [ticket] };
}

/** The actions on tasks, in the groups of their menus. Actions with the same keys (trash, restore) are one shortcut. */
function actions(view: SyncState): ShortcutGroup[] {
  const names = titles();
  const scene = plainScene(view);
  const statuses = statusesInOrder(view).length;
  const all = actionsOf(view).filter((action) => (nthStatus(action) ?? 0) <= statuses);
  return (Object.keys(names) as Action["group"][]).map((group) => ({
    name: names[group],
    shortcuts: all
      .filter((action, at) => action.group === group && all.findIndex((other) => namesOf(other)[0] === namesOf(action)[0]) === at)
      .map((action): Shortcut => ({
        id: action.id,
        name: action.label(scene),
        names: namesOf(action),
        where: group === "history" ? "everywhere" : "task",
        ...(action.needs && { needs: action.needs }),
      })),
    fixed: [],
  }));
}

/** The place of the status that an action sets by its number; null for every other action. */
export function nthStatus({ id }: { id: string }): number | null {
  const [, nth] = /^ticket\.status(\d)$/.exec(id) ?? [];
  return nth === undefined ? null : Number(nth);
}

/** The groups with only those shortcuts that this person may use. */
export function usable(groups: readonly ShortcutGroup[], capabilities: Capabilities | null): ShortcutGroup[] {
  const may = ({ needs }: { needs?: Capability }) => needs === undefined || mayToSome(capabilities, needs);
  return groups
    .map(({ name, shortcuts, fixed }) => ({ name, shortcuts: shortcuts.filter(may), fixed: fixed.filter(may) }))
    .filter(({ shortcuts, fixed }) => shortcuts.length + fixed.length > 0);
}

/** All shortcuts of the app and of the actions of the open workspace. */
export const shortcutGroups = (view: SyncState): ShortcutGroup[] => [everywhere(), goTo(), open(), list(), inbox(), sheet(), board(), calendar(), gantt(), ...actions(view)];

/** All shortcuts without their groups. */
export const shortcutsOf = (view: SyncState): readonly Shortcut[] => shortcutGroups(view).flatMap(({ shortcuts }) => shortcuts);
