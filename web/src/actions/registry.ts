import { plural, t } from "@lingui/core/macro";
import {
  ArrowLeftRight,
  BellPlus,
  CalendarClock,
  CircleCheck,
  Columns2,
  Copy,
  CopyPlus,
  CornerDownRight,
  CornerUpLeft,
  Equal,
  GitBranch,
  Layers,
  Link2,
  ListTree,
  Maximize2,
  MessageSquare,
  OctagonMinus,
  Redo2,
  RotateCcw,
  Star,
  Trash2,
  Undo2,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { useSession } from "@/api/session";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { fieldById, isOnAll, withPart, type Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { fieldsOf } from "@/fields/registry";
import { status as statusField } from "@/fields/status";
import { later } from "@/lib/later";
import { useOwnKeys } from "@/lib/ownKeys";
import { paths } from "@/lib/paths";
import { slugOf } from "@/lib/slug";
import { reasonsOf, subscriptionOf } from "@/sync/following";
import { statusesInOrder, ticketKey } from "@/sync/selectors";
import { redo, undo } from "@/sync/store";
import type { SyncState, UndoResult } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { ask, type Question } from "./ask";
import { askBeside, besideOf } from "./beside";
import { branchName } from "./branchName";
import { copy } from "./copy";
import { favoriteWords, isFavoriteNow, toggleFavorite } from "./favorites";
import { leaveTicket, subscribe } from "./following";
import type { Capability } from "@/wire/generated";
import { mayOn } from "./rights";
import { targetIds, type Target } from "./target";
import { setParent, setStatus, setValue, toggleInSet } from "./tickets";
import { tellNotLoaded } from "./tellFailure";
import { restoreWithUndo, trashWithUndo } from "./trash";

/** The scene of an action, when it is asked whether it applies and when it runs. */
export interface Scene {
  view: SyncState;
  target: Target;
  /** The tickets of the target that still exist. */
  tickets: Ticket[];
}

/** One intent, declared once: menus, palette, keys and buttons all use it. */
export interface Action {
  id: string;
  label(scene: Scene): string;
  icon: LucideIcon;
  /** The default keys of the action; the first one is shown. A person may choose others (`lib/ownKeys`). */
  keys: string[];
  /** What the action takes on each of its tickets; null if seeing the tickets is enough. */
  needs: Capability | null;
  /** True if the action makes sense here. Otherwise it is not shown. */
  applies(scene: Scene): boolean;
  run(scene: Scene): void;
  /** The group that it stands in; a menu has a rule between groups. */
  group: "ticket" | "copy" | "trash" | "history";
}

export function sceneOf(view: SyncState, target: Target): Scene {
  const tickets = targetIds(target).flatMap((id) => view.tickets[id] ?? []);
  return { view, target, tickets };
}

export function mayRun(action: Action, scene: Scene): boolean {
  const allowed = action.needs === null || mayOn(scene.view, action.needs, scene.tickets);
  return allowed && action.applies(scene);
}

/** The names under which a person may choose keys for the action. */
export const namesOf = ({ id, keys }: Action): readonly string[] => (keys.length > 0 ? keys : [id]);

/** The name of the keys that a menu shows for the action. An action without default keys shows keys only if the person has chosen some. */
export function shownKeys({ id, keys: [usual] }: Action): { keys?: string } {
  const keys = usual ?? (useOwnKeys.getState().own[id] ? id : undefined);
  return keys === undefined ? {} : { keys };
}

const idsOf = ({ tickets }: Scene) => tickets.map((ticket) => ticket.id);
const living = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => !ticket.trashedAt);
const oneLiving = (scene: Scene) => scene.tickets.length === 1 && living(scene);
const trashed = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.trashedAt);

interface Asking {
  id: string;
  label: () => string;
  icon: LucideIcon;
  keys: string[];
  question: Question;
  /** The field that every ticket must have. */
  on?: Field;
  alone?: boolean;
  /** The capability that the action needs, if it is not the right to edit; null if seeing the ticket is enough. */
  needs?: Capability | null;
}

/** The action that asks for the value of a field. */
export const actionOf = ({ id }: Pick<Field, "id">): string => `ticket.${id}`;

/** Actions that need a value of a field first: its picker or line opens beside the target. */
const askingFields = (fields: readonly Field[], estimateId: string | null): Asking[] =>
  withPart(fields, "action").map((field) => ({
    id: actionOf(field),
    question: field.id,
    on: field,
    label: () => setting(field.noun()),
    ...field.action,
    ...(field.id === estimateId && { keys: ["Shift+E"] }),
  }));

const setting = (noun: string) => t`Set ${noun}`;
const settingTo = (noun: string, value: string) => t`Set ${noun}: ${value}`;
const clearing = (noun: string) => t`Clear ${noun}`;

/** What the workspace calls a field, within a sentence. */
const nounOf = (view: Config, { id, noun }: Field): string => (fieldById(fieldsOf(view), id)?.noun ?? noun)();

/** Actions that need other input first. */
const asking: Asking[] = [
  { id: "ticket.fullPage", label: () => t`Open full page`, icon: Maximize2, keys: ["Mod+Enter"], question: "fullPage", alone: true, needs: null },
  { id: "ticket.comment", label: () => t`Comment`, icon: MessageSquare, keys: ["Mod+M"], question: "comment", alone: true, needs: "comment" },
  { id: "ticket.subtask", label: () => t`New subtask`, icon: ListTree, keys: ["Mod+Shift+O"], question: "subtask", alone: true, needs: "createTickets" },
  { id: "ticket.toSubtask", label: () => t`Make a subtask of…`, icon: CornerDownRight, keys: [], question: "parent" },
  { id: "link.blockedBy", label: () => t`Blocked by…`, icon: OctagonMinus, keys: ["M B"], question: "linkBlockedBy", alone: true },
  { id: "link.blocks", label: () => t`Blocks…`, icon: OctagonMinus, keys: ["M X"], question: "linkBlocks", alone: true },
  { id: "link.relates", label: () => t`Relates to…`, icon: ArrowLeftRight, keys: ["M R"], question: "linkRelates", alone: true },
  { id: "link.duplicates", label: () => t`Duplicate of…`, icon: Equal, keys: ["M M"], question: "linkDuplicates", alone: true },
];

const asks = ({ id, label, icon, keys, question, on, alone, needs = "editTickets" }: Asking): Action => ({
  id,
  label,
  icon,
  keys,
  needs,
  group: "ticket",
  applies: (scene) => (alone ? oneLiving : living)(scene) && (!on || isOnAll(on, scene.tickets)),
  run: (scene) => ask(question, idsOf(scene)),
});

/** The code of a copy is no part of the first load. */
const duplicating = later(() => import("./duplicate"));

const duplicate = (scene: Scene): void =>
  void duplicating.load().then(
    ({ duplicateTickets }) => duplicateTickets(idsOf(scene)),
    () => tellNotLoaded(() => duplicate(scene)),
  );

/** True if the person is subscribed to all tickets of the scene. */
export const isFollowed = ({ view, tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => view.me !== null && reasonsOf(ticket, subscriptionOf(view, ticket.id), view.me).length > 0);
const isMine = ({ view, tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.assigneesIds.includes(view.me ?? ""));
const allDone = ({ tickets }: Scene) => tickets.length > 0 && tickets.every((ticket) => ticket.completed);

const direct: Action[] = [
  {
    id: "ticket.beside",
    label: () => t`Open in another pane`,
    icon: Columns2,
    keys: ["Mod+Alt+Enter"],
    needs: null,
    group: "ticket",
    applies: ({ view, target }) => besideOf(view, target) !== null,
    run: ({ view, target }) => askBeside(besideOf(view, target)),
  },
  {
    id: "ticket.assignMe",
    label: (scene) => (isMine(scene) ? t`Unassign me` : t`Assign to me`),
    icon: UserCheck,
    keys: ["I"],
    needs: "editTickets",
    group: "ticket",
    applies: living,
    run: ({ view, tickets }) => void (view.me && toggleInSet(tickets, assignees.value, view.me)),
  },
  {
    id: "ticket.complete",
    label: (scene) => (allDone(scene) ? t`Reopen` : t`Complete`),
    icon: CircleCheck,
    keys: ["Mod+Shift+Enter"],
    needs: "editTickets",
    group: "ticket",
    applies: living,
    run(scene) {
      const wanted = allDone(scene) ? "byDefault" : "completed";
      const status = statusesInOrder(scene.view).find(({ category }) => category === wanted);
      if (status) void setStatus(idsOf(scene), status.id);
    },
  },
  {
    id: "ticket.subscribe",
    label: (scene) => (isFollowed(scene) ? t`Unsubscribe` : t`Subscribe`),
    icon: BellPlus,
    keys: ["Shift+S"],
    needs: null,
    group: "ticket",
    applies: (scene) => living(scene) && scene.view.me !== null,
    run: (scene) => (isFollowed(scene) ? leaveTicket : subscribe)(...idsOf(scene)),
  },
  {
    id: "ticket.clearDueDate",
    label: ({ view }) => clearing(nounOf(view, dueDate)),
    icon: CalendarClock,
    keys: ["Mod+Shift+D"],
    needs: "editTickets",
    group: "ticket",
    applies: (scene) => living(scene) && scene.tickets.some((ticket) => dueDate.value.read(ticket) !== null),
    run: (scene) => void setValue(idsOf(scene), dueDate.value, null),
  },
  {
    id: "ticket.toTask",
    label: ({ tickets }) => plural(tickets.length, { one: "Make a task of its own", other: "Make # tasks of their own" }),
    icon: CornerUpLeft,
    keys: [],
    needs: "editTickets",
    group: "ticket",
    applies: (scene) => living(scene) && scene.tickets.some(({ parentTicketId }) => parentTicketId !== null),
    run: ({ tickets }) => void setParent(tickets.filter(({ parentTicketId }) => parentTicketId !== null).map(({ id }) => id), null),
  },
  {
    id: "ticket.duplicate",
    label: ({ tickets }) => (tickets.length > 1 ? plural(tickets.length, { one: "Duplicate # task", other: "Duplicate # tasks" }) : t`Duplicate`),
    icon: CopyPlus,
    keys: [],
    needs: "createTickets",
    group: "ticket",
    applies: living,
    run: duplicate,
  },
  {
    id: "ticket.favorite",
    label: ({ tickets: [ticket] }) => favoriteWords(ticket !== undefined && isFavoriteNow({ kind: "ticket", id: ticket.id })),
    icon: Star,
    keys: [],
    needs: null,
    group: "ticket",
    applies: oneLiving,
    run: ({ tickets }) => tickets.forEach(({ id }) => toggleFavorite({ kind: "ticket", id })),
  },
  {
    id: "ticket.copyKey",
    label: () => t`Copy ID`,
    icon: Copy,
    keys: ["Mod+."],
    needs: null,
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run: ({ tickets, view }) => copy(tickets.flatMap((ticket) => ticketKey(view, ticket) ?? [])),
  },
  {
    id: "ticket.copyLink",
    label: () => t`Copy link`,
    icon: Link2,
    keys: ["Mod+Shift+,", "Mod+<"],
    needs: null,
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run({ tickets, view }) {
      const links = tickets.flatMap((ticket) => linkTo(view, ticket) ?? []);
      copy(links, links.length === 1 ? t`Link copied` : undefined);
    },
  },
  {
    id: "ticket.copyBranch",
    label: () => t`Copy branch name`,
    icon: GitBranch,
    keys: ["Mod+Shift+.", "Mod+>"],
    needs: null,
    group: "copy",
    applies: ({ tickets, view }) => tickets.some((ticket) => ticketKey(view, ticket)),
    run: ({ tickets, view }) => copy(tickets.flatMap((ticket) => branchOf(view, ticket) ?? [])),
  },
  {
    id: "ticket.copyTitle",
    label: () => t`Copy title`,
    icon: Copy,
    keys: ["Mod+Shift+'", 'Mod+"'],
    needs: null,
    group: "copy",
    applies: ({ tickets }) => tickets.length > 0,
    run: ({ tickets }) => copy(tickets.map((ticket) => ticket.title)),
  },
  {
    id: "ticket.trash",
    label: ({ tickets }) => (plural(tickets.length, { one: "Move to the trash", other: "Move # tasks to the trash" })),
    icon: Trash2,
    keys: ["Mod+Backspace", "#"],
    needs: "deleteTickets",
    group: "trash",
    applies: living,
    run: (scene) => trashWithUndo(idsOf(scene)),
  },
  {
    id: "ticket.restore",
    label: () => t`Restore`,
    icon: RotateCcw,
    keys: ["Mod+Backspace", "#"],
    needs: "deleteTickets",
    group: "trash",
    applies: trashed,
    run: (scene) => restoreWithUndo(idsOf(scene)),
  },
  {
    id: "ticket.delete",
    label: () => t`Delete permanently`,
    icon: Trash2,
    keys: [],
    needs: "deleteTickets",
    group: "trash",
    applies: trashed,
    run: (scene) => ask("deleteForever", idsOf(scene)),
  },
  {
    id: "history.undo",
    label: ({ view }) => (view.canUndo ? t`Undo: ${view.canUndo}` : t`Undo`),
    icon: Undo2,
    keys: ["Mod+Z"],
    needs: null,
    group: "history",
    applies: ({ view }) => view.canUndo !== null,
    run: () => void undo().then((result) => tellOutcome(result, (label) => t`Undid: ${label}`)),
  },
  {
    id: "history.redo",
    label: ({ view }) => (view.canRedo ? t`Redo: ${view.canRedo}` : t`Redo`),
    icon: Redo2,
    keys: ["Mod+Shift+Z"],
    needs: null,
    group: "history",
    applies: ({ view }) => view.canRedo !== null,
    run: () => void redo().then((result) => tellOutcome(result, (label) => t`Redid: ${label}`)),
  },
];

const byNumber: Action[] = Array.from({ length: 9 }, (_, index): Action => {
  const nth = ({ view }: Scene) => statusesInOrder(view)[index];
  return {
    id: `ticket.status${index + 1}`,
    label: (scene) => settingTo(nounOf(scene.view, statusField), nth(scene)?.name ?? ""),
    icon: Layers,
    keys: [`Mod+Alt+${index + 1}`],
    needs: "editTickets",
    group: "ticket",
    applies: (scene) => living(scene) && nth(scene) !== undefined,
    run(scene) {
      const status = nth(scene);
      if (status) void setStatus(idsOf(scene), status.id);
    },
  };
});

/** The fields that these actions set. Hiding a field hides them as well. */
const sets: Readonly<Record<string, string>> = {
  "ticket.assignMe": assignees.id,
  "ticket.clearDueDate": dueDate.id,
  ...Object.fromEntries(byNumber.map(({ id }) => [id, statusField.id])),
};

const known = new WeakMap<readonly Field[], { estimateId: string | null; actions: readonly Action[] }>();

/** All actions on the target, in the order of a menu. The fields of the workspace have actions of their own. */
export function actionsOf(config: Config): readonly Action[] {
  const fields = fieldsOf(config);
  const isShown = ({ id }: Action) => sets[id] === undefined || fieldById(fields, sets[id])?.action !== undefined;
  const estimateId = config.workspace?.estimateId ?? null;
  const made = known.get(fields);
  if (made?.estimateId === estimateId) return made.actions;
  const actions = [...[...askingFields(fields, estimateId), ...asking].map(asks), ...[...direct, ...byNumber].filter(isShown)];
  known.set(fields, { estimateId, actions });
  return actions;
}

export const actionNamed = (config: Config, id: string): Action | undefined => actionsOf(config).find((action) => action.id === id);

/** The address of a ticket to share: in its first list, or in all tasks if the ticket is in no list. */
export function linkTo(view: SyncState, ticket: Ticket): string | null {
  const key = ticketKey(view, ticket);
  if (!key || !view.workspace) return null;
  const session = useSession.getState();
  const slug = slugOf(view.workspace, session.status === "signedIn" ? session.workspaces : [view.workspace]);
  const [first] = ticket.lists;
  const place = ticket.private ? paths.collection(slug, "private", { ticketKey: key }) : null;
  const path = first ? paths.list(slug, first.listId, { ticketKey: key }) : paths.collection(slug, "all", { ticketKey: key });
  return `${location.origin}${place ?? path}`;
}

/** A refused undo is reported like any refused edit. */
function tellOutcome(result: UndoResult, told: (label: string) => string): void {
  if (result.ok) tell({ text: told(result.label) });
  else if (result.reason === "changedSince") tellRefusal(t`Can't undo: someone has changed this since.`);
}

/** The name of a Git branch for a ticket, which begins with the person. */
function branchOf(view: SyncState, ticket: Ticket): string | null {
  const key = ticketKey(view, ticket);
  return key ? branchName(view.members[view.me ?? ""]?.username ?? "", key, ticket.title) : null;
}
