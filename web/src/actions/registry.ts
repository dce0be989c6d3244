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
import { counted } from "@/lib/names";
import { paths } from "@/lib/paths";
import { statusesInOrder, ticketKey } from "@/sync/selectors";
import { redo, undo } from "@/sync/store";
import type { SyncState, UndoResult } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
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
  label: string;
  icon: LucideIcon;
  keys: string[];
  question: Question;
  alone?: boolean;
}

/** Actions that need a value first: their picker or field is asked for, beside the target. */
const asking: Asking[] = [
  { id: "ticket.status", label: "Set status", icon: CircleDashed, keys: ["S"], question: "status" },
  { id: "ticket.priority", label: "Set priority", icon: Signal, keys: ["P"], question: "priority" },
  { id: "ticket.assignees", label: "Assign", icon: User, keys: ["A"], question: "assignees" },
  { id: "ticket.labels", label: "Set labels", icon: Tag, keys: ["Shift+G"], question: "labels" },
  { id: "ticket.lists", label: "Set lists", icon: SquareStack, keys: ["Shift+M"], question: "lists" },
  { id: "ticket.dueDate", label: "Set due date", icon: CalendarClock, keys: ["D", "Shift+D"], question: "dueDate" },
  { id: "ticket.startDate", label: "Set start date", icon: CalendarPlus, keys: ["Shift+B"], question: "startDate" },
  { id: "ticket.title", label: "Rename", icon: Pencil, keys: ["R"], question: "title", alone: true },
  { id: "ticket.description", label: "Edit description", icon: FileText, keys: ["E"], question: "description", alone: true },
  { id: "ticket.comment", label: "Comment", icon: MessageSquare, keys: ["Mod+M"], question: "comment", alone: true },
  { id: "ticket.subtask", label: "New sub-task", icon: ListTree, keys: ["Mod+Shift+O"], question: "subtask", alone: true },
  { id: "link.blockedBy", label: "Blocked by…", icon: OctagonMinus, keys: ["M B"], question: "linkBlockedBy", alone: true },
  { id: "link.blocks", label: "Blocks…", icon: OctagonMinus, keys: ["M X"], question: "linkBlocks", alone: true },
  { id: "link.relates", label: "Relates to…", icon: ArrowLeftRight, keys: ["M R"], question: "linkRelates", alone: true },
  { id: "link.duplicates", label: "Duplicate of…", icon: Equal, keys: ["M M"], question: "linkDuplicates", alone: true },
];

const asks = ({ id, label, icon, keys, question, alone }: Asking): Action => ({
  id,
  label: () => label,
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
    label: (scene) => (isMine(scene) ? "Unassign me" : "Assign to me"),
    icon: UserCheck,
    keys: ["I"],
    needs: "work",
    group: "ticket",
    applies: living,
    run: ({ view, tickets }) => void (view.me && toggleInSet(tickets, "assigneesIds", view.me)),
  },
  {
    id: "ticket.complete",
    label: (scene) => (allDone(scene) ? "Reopen" : "Complete"),
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
    label: () => "Clear due date",
    icon: CalendarClock,
    keys: ["Mod+Shift+D"],
    needs: "work",
    group: "ticket",
    applies: (scene) => living(scene) && scene.tickets.some((ticket) => ticket.dueDate),
    run: (scene) => void setDueDate(idsOf(scene), null),
  },
  {
    id: "ticket.copyKey",
    label: () => "Copy ID",
    icon: Copy,
    keys: ["Mod+."],
    needs: "read",
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run: ({ tickets, view }) => copy(tickets.flatMap((ticket) => ticketKey(view, ticket) ?? [])),
  },
  {
    id: "ticket.copyLink",
    label: () => "Copy link",
    icon: Link2,
    keys: ["Mod+Shift+,", "Mod+<"],
    needs: "read",
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run: ({ tickets, view }) => copy(tickets.flatMap((ticket) => linkTo(view, ticket) ?? [])),
  },
  {
    id: "ticket.copyTitle",
    label: () => "Copy title",
    icon: Copy,
    keys: ["Mod+Shift+'", 'Mod+"'],
    needs: "read",
    group: "copy",
    applies: ({ tickets }) => tickets.length > 0,
    run: ({ tickets }) => copy(tickets.map((ticket) => ticket.title)),
  },
  {
    id: "ticket.trash",
    label: ({ tickets }) => (tickets.length > 1 ? `Move ${counted(tickets.length, "task")} to the trash` : "Move to the trash"),
    icon: Trash2,
    keys: ["Mod+Backspace", "#"],
    needs: "work",
    group: "trash",
    applies: living,
    run: (scene) => trashWithUndo(idsOf(scene)),
  },
  {
    id: "ticket.restore",
    label: () => "Restore",
    icon: RotateCcw,
    keys: ["Mod+Backspace", "#"],
    needs: "work",
    group: "trash",
    applies: trashed,
    run: (scene) => void restoreTickets(idsOf(scene)),
  },
  {
    id: "ticket.delete",
    label: () => "Delete for ever",
    icon: Trash2,
    keys: [],
    needs: "work",
    group: "trash",
    applies: trashed,
    run: (scene) => ask("deleteForever", idsOf(scene)),
  },
  {
    id: "history.undo",
    label: ({ view }) => (view.canUndo ? `Undo: ${view.canUndo}` : "Undo"),
    icon: Undo2,
    keys: ["Mod+Z"],
    needs: "work",
    group: "history",
    applies: ({ view }) => view.canUndo !== null,
    run: () => void undo().then((result) => tellOutcome(result, "Undone")),
  },
  {
    id: "history.redo",
    label: ({ view }) => (view.canRedo ? `Redo: ${view.canRedo}` : "Redo"),
    icon: Redo2,
    keys: ["Mod+Shift+Z"],
    needs: "work",
    group: "history",
    applies: ({ view }) => view.canRedo !== null,
    run: () => void redo().then((result) => tellOutcome(result, "Done again")),
  },
];

const byNumber: Action[] = Array.from({ length: 9 }, (_, index): Action => {
  const nth = ({ view }: Scene) => statusesInOrder(view)[index];
  return {
    id: `ticket.status${index + 1}`,
    label: (scene) => `Set status: ${nth(scene)?.name ?? ""}`,
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

/** The address of a ticket: in its first list, else among all. */
function linkTo(view: SyncState, ticket: Ticket): string | null {
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
    () => tell({ text: said ?? (lines.length === 1 ? `Copied ${text}` : `Copied ${counted(lines.length, "line")}`) }),
    () => tellRefusal("The browser does not let Troupe copy."),
  );
}

function tellOutcome(result: UndoResult, what: string): void {
  if (result.ok) tell({ text: `${what}: ${result.label}` });
  else if (result.reason === "changedSince") tellRefusal(`“${result.label}” cannot be taken back: somebody has changed it since.`);
  else if (result.reason === "refused") tellRefusal(result.error?.message ?? "The server refused.");
}
