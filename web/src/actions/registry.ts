import { msg, plural, t } from "@lingui/core/macro";
import {
  ArrowLeftRight,
  CalendarClock,
  CalendarPlus,
  CircleCheck,
  CircleDashed,
  Copy,
  Equal,
  FileText,
  Layers,
  Link2,
  ListTree,
  MessageSquare,
  OctagonMinus,
  Pencil,
  Redo2,
  RotateCcw,
  Signal,
  SquareStack,
  Tag,
  Trash2,
  Undo2,
  User,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { paths } from "@/lib/paths";
import { statusesInOrder, ticketKey } from "@/sync/selectors";
import { redo, undo } from "@/sync/store";
import type { SyncState, UndoResult } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { say, type Message } from "@/words/i18n";
import { ask, type Question } from "./ask";
import { may, type Right } from "./rights";
import { targetIds, type Target } from "./target";
import { restoreTickets, setDueDate, setStatus, toggleInSet } from "./tickets";
import { trashWithUndo } from "./trash";

/** What an action knows when it is asked whether it applies, and when it runs. */
export interface Scene {
  view: SyncState;
  target: Target;
  /** The tickets that the target means, those that are gone left out. */
  tickets: Ticket[];
}

/** One intent, said once: menus, palette, keys and buttons all use it. */
export interface Action {
  id: string;
  label(scene: Scene): string;
  icon: LucideIcon;
  /** Every way to press it; the first one is shown. */
  keys: string[];
  needs: Right;
  /** Whether it makes sense here; where it does not, it is not shown. */
  applies(scene: Scene): boolean;
  run(scene: Scene): void;
  /** Of its group, one stands under the next rule of a menu. */
  group: "ticket" | "copy" | "trash" | "history";
}

export function sceneOf(view: SyncState, target: Target): Scene {
  const tickets = targetIds(target).flatMap((id) => view.tickets[id] ?? []);
  return { view, target, tickets };
}

export function mayRun(action: Action, scene: Scene): boolean {
  const role = scene.view.me ? scene.view.members[scene.view.me]?.role : null;
  return may(role, action.needs) && action.applies(scene);
}

const idsOf = ({ tickets }: Scene) => tickets.map((ticket) => ticket.id);
const living = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => !ticket.trashedAt);
const oneLiving = (scene: Scene) => scene.tickets.length === 1 && living(scene);
const trashed = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.trashedAt);

interface Asking {
  id: string;
  label: Message;
  icon: LucideIcon;
  keys: string[];
  question: Question;
  alone?: boolean;
}

/** Actions that need a value first: their picker or field is asked for, beside the target. */
const asking: Asking[] = [
  { id: "ticket.status", label: msg`Set status`, icon: CircleDashed, keys: ["S"], question: "status" },
  { id: "ticket.priority", label: msg`Set priority`, icon: Signal, keys: ["P"], question: "priority" },
  { id: "ticket.assignees", label: msg`Assign`, icon: User, keys: ["A"], question: "assignees" },
  { id: "ticket.labels", label: msg`Set labels`, icon: Tag, keys: ["Shift+G"], question: "labels" },
  { id: "ticket.lists", label: msg`Set lists`, icon: SquareStack, keys: ["Shift+M"], question: "lists" },
  { id: "ticket.dueDate", label: msg`Set due date`, icon: CalendarClock, keys: ["D", "Shift+D"], question: "dueDate" },
  { id: "ticket.startDate", label: msg`Set start date`, icon: CalendarPlus, keys: ["Shift+B"], question: "startDate" },
  { id: "ticket.title", label: msg`Rename`, icon: Pencil, keys: ["R"], question: "title", alone: true },
  { id: "ticket.description", label: msg`Edit description`, icon: FileText, keys: ["E"], question: "description", alone: true },
  { id: "ticket.comment", label: msg`Comment`, icon: MessageSquare, keys: ["Mod+M"], question: "comment", alone: true },
  { id: "ticket.subtask", label: msg`New subtask`, icon: ListTree, keys: ["Mod+Shift+O"], question: "subtask", alone: true },
  { id: "link.blockedBy", label: msg`Blocked by…`, icon: OctagonMinus, keys: ["M B"], question: "linkBlockedBy", alone: true },
  { id: "link.blocks", label: msg`Blocks…`, icon: OctagonMinus, keys: ["M X"], question: "linkBlocks", alone: true },
  { id: "link.relates", label: msg`Relates to…`, icon: ArrowLeftRight, keys: ["M R"], question: "linkRelates", alone: true },
  { id: "link.duplicates", label: msg`Duplicate of…`, icon: Equal, keys: ["M M"], question: "linkDuplicates", alone: true },
];

const asks = ({ id, label, icon, keys, question, alone }: Asking): Action => ({
  id,
  label: () => say(label),
  icon,
  keys,
  needs: "work",
  group: "ticket",
  applies: alone ? oneLiving : living,
  run: (scene) => ask(question, idsOf(scene)),
});

const isMine = ({ view, tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.assigneesIds.includes(view.me ?? ""));
const allDone = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.completed);

const direct: Action[] = [
  {
    id: "ticket.assignMe",
    label: (scene) => (isMine(scene) ? t`Unassign me` : t`Assign to me`),
    icon: UserCheck,
    keys: ["I"],
    needs: "work",
    group: "ticket",
    applies: living,
    run: ({ view, tickets }) => void (view.me && toggleInSet(tickets, "assigneesIds", view.me)),
  },
  {
    id: "ticket.complete",
    label: (scene) => (allDone(scene) ? t`Reopen` : t`Complete`),
    icon: CircleCheck,
    keys: ["Mod+Shift+Enter"],
    needs: "work",
    group: "ticket",
    applies: living,
    run(scene) {
      const wanted = allDone(scene) ? "byDefault" : "completed";
      const status = statusesInOrder(scene.view).find(({ category }) => category === wanted);
      if (status) void setStatus(idsOf(scene), status.id);
    },
  },
  {
    id: "ticket.clearDueDate",
    label: () => t`Clear due date`,
    icon: CalendarClock,
    keys: ["Mod+Shift+D"],
    needs: "work",
    group: "ticket",
    applies: (scene) => living(scene) && scene.tickets.some((ticket) => ticket.dueDate),
    run: (scene) => void setDueDate(idsOf(scene), null),
  },
  {
    id: "ticket.copyKey",
    label: () => t`Copy ID`,
    icon: Copy,
    keys: ["Mod+."],
    needs: "read",
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run: ({ tickets, view }) => copy(tickets.flatMap((ticket) => ticketKey(view, ticket) ?? [])),
  },
  {
    id: "ticket.copyLink",
    label: () => t`Copy link`,
    icon: Link2,
    keys: ["Mod+Shift+,", "Mod+<"],
    needs: "read",
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run({ tickets, view }) {
      const links = tickets.flatMap((ticket) => linkTo(view, ticket) ?? []);
      copy(links, links.length === 1 ? t`Link copied` : undefined);
    },
  },
  {
    id: "ticket.copyTitle",
    label: () => t`Copy title`,
    icon: Copy,
    keys: ["Mod+Shift+'", 'Mod+"'],
    needs: "read",
    group: "copy",
    applies: ({ tickets }) => tickets.length > 0,
    run: ({ tickets }) => copy(tickets.map((ticket) => ticket.title)),
  },
  {
    id: "ticket.trash",
    label: ({ tickets }) => (plural(tickets.length, { one: "Move to the trash", other: "Move # tasks to the trash" })),
    icon: Trash2,
    keys: ["Mod+Backspace", "#"],
    needs: "work",
    group: "trash",
    applies: living,
    run: (scene) => trashWithUndo(idsOf(scene)),
  },
  {
    id: "ticket.restore",
    label: () => t`Restore`,
    icon: RotateCcw,
    keys: ["Mod+Backspace", "#"],
    needs: "work",
    group: "trash",
    applies: trashed,
    run: (scene) => void restoreTickets(idsOf(scene)),
  },
  {
    id: "ticket.delete",
    label: () => t`Delete permanently`,
    icon: Trash2,
    keys: [],
    needs: "work",
    group: "trash",
    applies: trashed,
    run: (scene) => ask("deleteForever", idsOf(scene)),
  },
  {
    id: "history.undo",
    label: ({ view }) => (view.canUndo ? t`Undo: ${view.canUndo}` : t`Undo`),
    icon: Undo2,
    keys: ["Mod+Z"],
    needs: "work",
    group: "history",
    applies: ({ view }) => view.canUndo !== null,
    run: () => void undo().then((result) => tellOutcome(result, (label) => t`Undid: ${label}`)),
  },
  {
    id: "history.redo",
    label: ({ view }) => (view.canRedo ? t`Redo: ${view.canRedo}` : t`Redo`),
    icon: Redo2,
    keys: ["Mod+Shift+Z"],
    needs: "work",
    group: "history",
    applies: ({ view }) => view.canRedo !== null,
    run: () => void redo().then((result) => tellOutcome(result, (label) => t`Redid: ${label}`)),
  },
];

const byNumber: Action[] = Array.from({ length: 9 }, (_, index): Action => {
  const nth = ({ view }: Scene) => statusesInOrder(view)[index];
  return {
    id: `ticket.status${index + 1}`,
    label: (scene) => t`Set status: ${nth(scene)?.name ?? ""}`,
    icon: Layers,
    keys: [`Mod+Alt+${index + 1}`],
    needs: "work",
    group: "ticket",
    applies: (scene) => living(scene) && nth(scene) !== undefined,
    run(scene) {
      const status = nth(scene);
      if (status) void setStatus(idsOf(scene), status.id);
    },
  };
});

/** Everything that can be done to the target, in the order of a menu. */
export const actions: readonly Action[] = [...asking.map(asks), ...direct, ...byNumber];

export function actionNamed(id: string): Action | undefined {
  return actions.find((action) => action.id === id);
}

/** The address of a ticket to share: in its first list, or in all tasks if the ticket is in no list. */
export function linkTo(view: SyncState, ticket: Ticket): string | null {
  const key = ticketKey(view, ticket);
  if (!key || !view.workspace) return null;
  const [first] = ticket.lists;
  const place = ticket.private ? paths.collection(view.workspace.key, "private", { ticketKey: key }) : null;
  const path = first
    ? paths.list(view.workspace.key, first.listId, { ticketKey: key })
    : paths.collection(view.workspace.key, "all", { ticketKey: key });
  return `${location.origin}${place ?? path}`;
}

/** Puts lines on the clipboard and says so; `said` instead of the text itself, where that is long. */
export function copy(lines: string[], said?: string): void {
  const text = lines.join("\n");
  navigator.clipboard?.writeText(text).then(
    () => tell({ text: said ?? (lines.length === 1 ? t`Copied ${text}` : plural(lines.length, { one: "Copied # line", other: "Copied # lines" })) }),
    () => tellRefusal(t`Your browser blocked copying.`),
  );
}

/** A refused undo is told as every refused edit is. */
function tellOutcome(result: UndoResult, told: (label: string) => string): void {
  if (result.ok) tell({ text: told(result.label) });
  else if (result.reason === "changedSince") tellRefusal(t`Can't undo: someone has changed this since.`);
}
