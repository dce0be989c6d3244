import { plural, t } from "@lingui/core/macro";
import {
  Activity,
  Archive,
  ArrowLeftRight,
  Blocks,
  CircleDashed,
  Bookmark,
  Columns3,
  FolderPlus,
  House,
  Import,
  Inbox,
  Keyboard,
  LayoutTemplate,
  Link2,
  List,
  ListPlus,
  LogOut,
  Milestone,
  Monitor,
  Moon,
  Mountain,
  PanelLeft,
  Plus,
  Route,
  Settings,
  Shapes,
  Share2,
  Shield,
  Star,
  Sun,
  Tag,
  Target,
  UserPlus,
  Users,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { i18n } from "@/words/i18n";
import { useLocation, useNavigate } from "@/lib/location";
import { actionOf, actionsOf, mayRun, sceneOf, shownKeys } from "@/actions/registry";
import { useTarget } from "@/actions/target";
import { toggleFavorite, useIsFavorite } from "@/actions/favorites";
import { setArchived } from "@/actions/groups";
import { install, useInstall } from "@/actions/install";
import { useMay, useMayIn } from "@/actions/useMay";
import { useSession } from "@/api/session";
import type { Membership } from "@/wire/http.generated";
import { withPart } from "@/fields/field";
import { fieldsOf } from "@/fields/registry";
import { isPicked } from "@/fields/value";
import { collectionIcons, collectionNames } from "@/lib/collections";
import { openOverlay, type PaletteKind, type PaletteValues } from "@/lib/overlays";
import { paths, type ViewKind } from "@/lib/paths";
import { placeAt } from "@/lib/placeAt";
import { slugOf } from "@/lib/slug";
import { hasToolbar } from "@/lib/toolbarPlaces";
import { views } from "@/lib/views";
import { restrictedLists } from "@/sync/homes";
import { templatesOfLists, templatesOfTasks } from "@/actions/templateUse";
import { activeListsInOrder, sprintsInOrder, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { ListPicture } from "@/ui/Label";
import { listDrawings } from "@/ui/listIcons";
import { setTheme, themeNames, themes, useTheme } from "@/ui/theme";

/** A line of the palette that is not a ticket. */
export interface Entry {
  id: string;
  name: string;
  /** Other words that find the entry. */
  keywords?: string;
  icon?: LucideIcon;
  picture?: ReactNode;
  keys?: string;
  /** The text at the right: the place of the entry, or its count. */
  sub?: string;
  /** What the entry leads to, for a palette that is limited to one kind. */
  kind?: PaletteKind;
  /** The typed text, if the entry uses it. */
  quoted?: string;
  /** The values that the palette offers next, in place of `run`. */
  values?: PaletteValues;
  run: () => void;
}

/** The pages of tasks across lists, each with the keys that lead there. */
const collections = [
  { page: "mine", keys: "G A" },
  { page: "created", keys: "G C" },
  { page: "completed", keys: "G D" },
  { page: "subscribed", keys: "G F" },
  { page: "private", keys: "G P" },
  { page: "all", keys: "G L" },
  { page: "trash", keys: "G T" },
] as const;

interface Around {
  typed: string;
  onNewList: () => void;
  onLogOut: () => void;
}

const none: readonly Membership[] = [];
const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

/** The commands that work anywhere. Those in `always` are shown whatever is typed; the others are searched. */
export function useCommands({ typed, onNewList, onLogOut }: Around): { always: Entry[]; offered: Entry[] } {
  const navigate = useNavigate();
  const mayAddTask = useMay("createTickets");
  const mayAddList = useMay("createLists");
  const mayInvite = useMay("invite");
  const mayImport = useMay("import");
  const installable = useInstall(({ offer }) => offer !== null);
  const theme = useTheme((state) => state.theme);
  const { pathname } = useLocation();
  const { listId } = placeAt(pathname);
  const shown = useTroupe((state) => (listId === null ? undefined : state.lists[listId]));
  const isOne = useIsFavorite({ kind: "list", id: listId ?? "" });
  const mayEditShown = useMayIn("editLists", listId);
  const mayArrange = useMay("editLists");
  const templates = useTroupe((state) => state.templates);
  const lists = useTroupe((state) => state.lists);
  const fromTemplates: Entry[] = [
    ...(mayAddTask ? templatesOfTasks({ templates, lists }, listId) : []).map(({ id, name }) => ({
      id: `do:template:${id}`,
      name: t`New task from “${name}”`,
      icon: LayoutTemplate,
      sub: t`Template`,
      kind: "template" as const,
      run: () => openOverlay({ kind: "newTicket", templateId: id }),
    })),
    ...(mayAddList ? templatesOfLists({ templates }) : []).map(({ id, name }) => ({
      id: `do:template:${id}`,
      name: t`New list from “${name}”`,
      icon: LayoutTemplate,
      sub: t`Template`,
      run: () => openOverlay({ kind: "listSettings", templateId: id }),
    })),
  ];
  const newTask: Entry = {
    id: "do:task",
    name: typed === "" ? t`New task` : t`Create task`,
    icon: Plus,
    keys: "N",
    ...(typed !== "" && { quoted: typed }),
    run: () => openOverlay({ kind: "newTicket", ...(typed !== "" && { title: typed }) }),
  };
  const offered: Entry[] = [
    ...(shown ? [{ id: "do:share", name: t`Share “${shown.name}”`, icon: Share2, run: () => openOverlay({ kind: "share", listId: shown.id }) }] : []),
    ...(shown && mayEditShown
      ? [
          { id: "do:listSettings", name: t`Settings of “${shown.name}”`, icon: Settings, run: () => openOverlay({ kind: "listSettings", listId: shown.id }) },
          { id: "do:archive", name: shown.archivedAt ? t`Bring “${shown.name}” back` : t`Archive “${shown.name}”`, icon: Archive, run: () => void setArchived(shown.id, shown.name, !shown.archivedAt) },
        ]
      : []),
    ...(mayArrange ? [{ id: "do:group", name: t`New group of lists`, icon: FolderPlus, run: () => openOverlay({ kind: "group" }) }] : []),
    ...fromTemplates,
    ...(mayAddTask ? [{ id: "do:link", name: t`New link`, icon: Link2, keys: "L", run: () => openOverlay({ kind: "newLink" }) }] : []),
    ...(shown
      ? [
          {
            id: "do:favorite",
            name: isOne ? t`Remove “${shown.name}” from favorites` : t`Add “${shown.name}” to favorites`,
            icon: Star,
            run: () => toggleFavorite({ kind: "list", id: shown.id }),
          },
        ]
      : []),
    ...(mayAddList ? [{ id: "do:list", name: t`New list`, icon: ListPlus, keys: "Shift+L", run: onNewList }] : []),
    ...(mayInvite
      ? [
          {
            id: "do:invite",
            name: t`Invite people`,
            icon: UserPlus,
            keys: "Shift+I",
            run: () => openOverlay({ kind: "invite" }),
          },
        ]
      : []),
    ...(mayImport ? [{ id: "do:import", name: t`Import from GitHub or CSV`, icon: Import, run: () => openOverlay({ kind: "import" }) }] : []),
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `do:theme:${one}`,
        name: t`Theme: ${themeNames[one].toLocaleLowerCase(i18n.locale)}`,
        icon: themeIcons[one],
        run: () => setTheme(one),
      })),
    { id: "do:pages", name: t`Customize sidebar`, icon: PanelLeft, run: () => openOverlay({ kind: "pages" }) },
    {
      id: "do:keys",
      name: t`Keyboard shortcuts`,
      icon: Keyboard,
      keys: "?",
      run: () => openOverlay({ kind: "shortcuts" }),
    },
    { id: "do:workspace", name: t`New workspace`, icon: Plus, run: () => navigate(paths.welcome()) },
    ...(installable ? [{ id: "do:install", name: t`Install app`, icon: Monitor, run: () => void install() }] : []),
    { id: "do:out", name: t`Log out`, icon: LogOut, run: onLogOut },
  ];
  return { always: mayAddTask ? [newTask] : [], offered };
}

interface TargetActions {
  all: Entry[];
  /** Those on tickets that are selected, open or focused, not on a card that is only under the pointer. */
  context: Entry[];
  /** What they change. */
  heading: string;
}

/** The actions on the selected, open, focused or hovered tickets, and on the history. */
export function useTargetActions(): TargetActions {
  const target = useTarget();
  const view = useTroupe();
  const scene = sceneOf(view, target);
  const [first, ...others] = scene.tickets;
  const about = others.length > 0 ? plural(scene.tickets.length, { one: "# task", other: "# tasks" }) : first && ticketKey(view, first);
  const shown = actionsOf(view).filter((action) => mayRun(action, scene));
  const ticketIds = scene.tickets.map(({ id }) => id);
  const asking = new Map(withPart(fieldsOf(view), "action").flatMap((field) => (isPicked(field.value) ? [[actionOf(field), field.id] as const] : [])));
  const valuesOf = (actionId: string) => {
    const fieldId = asking.get(actionId);
    return fieldId === undefined ? {} : { values: { fieldId, ticketIds } };
  };
  const all = shown.map((action) => ({
    id: `action:${action.id}`,
    name: action.label(scene),
    icon: action.icon,
    ...shownKeys(action),
    ...(action.group !== "history" && about && { sub: about }),
    ...valuesOf(action.id),
    run: () => action.run(scene),
  }));
  const inContext = target.selected.length > 0 || target.opened !== null || target.focused !== null;
  return {
    all,
    context: inContext ? all.filter((_, at) => shown[at]?.group !== "history") : [],
    heading: others.length > 0 ? plural(scene.tickets.length, { one: "Edit # task", other: "Edit # tasks" }) : about ? t`Edit ${about}` : t`Actions`,
  };
}

/** The places to go to: the lists in their order, and the collections. */
export function usePlaces(slug: string): Entry[] {
  const navigate = useNavigate();
  const lists = useTroupe((state) => state.lists);
  const current = useTroupe((state) => state.workspace?.id);
  const workspaces = useSession((session) => (session.status === "signedIn" ? session.workspaces : none));
  const mayAdminister = useSession((session) => session.status === "signedIn" && session.instanceOwner);
  const { pathname, search } = useLocation();
  const go = (path: string) => () => navigate(path);
  const restricted = useTroupe(restrictedLists);
  const savedViews = useTroupe((state) => state.savedViews);
  const sprintRows = useTroupe((state) => state.sprints);
  const hasEpics = useTroupe((state) => Object.values(state.taskTypes).some(({ container }) => container));
  const own = activeListsInOrder({ lists })
    .toSorted((a, b) => Number(a.suggested) - Number(b.suggested))
    .map((list) => ({
      id: `go:${list.id}`,
      name: list.name,
      picture: <ListPicture hue={list.color} outline={list.suggested} icon={list.icon} restricted={restricted.has(list.id)} />,
      kind: "list" as const,
      sub: t`List`,
      run: go(paths.list(slug, list.id)),
    }));
  const saved = Object.values(savedViews)
    .filter(({ listId }) => listId === null || lists[listId])
    .map(({ id, name, icon }) => ({ id: `go:view:${id}`, name, icon: (icon && listDrawings[icon]) ?? Bookmark, kind: "view" as const, sub: t`Saved view`, run: go(paths.savedView(slug, id)) }));
  const sprints = sprintsInOrder({ sprints: sprintRows })
    .filter(({ state }) => state !== "completed")
    .map(({ id, name, state }) => ({
      id: `go:sprint:${id}`,
      name,
      icon: Target,
      kind: "sprint" as const,
      sub: state === "active" ? t`Active sprint` : t`Sprint`,
      ...(state === "active" && { keys: "G W" }),
      run: go(paths.record(slug, "sprint", id)),
    }));
  const elsewhere = workspaces
    .filter(({ id }) => id !== current)
    .map((workspace) => ({
      id: `go:workspace:${workspace.id}`,
      name: t`Switch to ${workspace.name}`,
      icon: ArrowLeftRight,
      sub: t`Workspace`,
      run: go(paths.workspace(slugOf(workspace, workspaces))),
    }));
  const showAs = (view: ViewKind) => {
    const params = new URLSearchParams(search);
    params.set("view", view);
    return go(`${pathname}?${params}`);
  };
  const shown = hasToolbar(pathname) ? views.map(({ id, name, icon }) => ({ id: `go:${id}`, name, icon, sub: t`View`, run: showAs(id) })) : [];
  return [
    ...own,
    ...saved,
    ...sprints,
    ...collections.map(({ page, keys }) => ({ id: `go:${page}`, name: collectionNames[page], icon: collectionIcons[page], keys, run: go(paths.collection(slug, page)) })),
    { id: "go:home", name: t`Home`, icon: House, keys: "G O", run: go(paths.collection(slug, "home")) },
    { id: "go:inbox", name: collectionNames.inbox, icon: Inbox, keys: "G I", run: go(paths.collection(slug, "inbox")) },
    { id: "go:roadmap", name: t`Roadmap`, icon: Route, keys: "G R", run: go(paths.collection(slug, "roadmap")) },
    { id: "go:lists", name: collectionNames.lists, icon: List, keywords: t`Browse lists`, run: go(paths.collection(slug, "lists")) },
    ...(hasEpics ? [{ id: "go:epics", name: t`Epics`, icon: Mountain, run: go(paths.collection(slug, "epics")) }] : []),
    { id: "go:settings", name: t`Settings`, icon: Settings, keys: "G S", keywords: t`General`, run: go(paths.settings(slug)) },
    { id: "go:keys", name: t`Change keyboard shortcuts`, icon: Keyboard, sub: t`Settings`, run: go(paths.settings(slug, "shortcuts")) },
    { id: "go:users", name: t`Users`, icon: Users, sub: t`Settings`, keywords: t`Members`, run: go(paths.settings(slug, "users")) },
    { id: "go:roles", name: t`Roles`, icon: Shield, sub: t`Settings`, run: go(paths.settings(slug, "roles")) },
    { id: "go:statuses", name: t`Statuses`, icon: CircleDashed, sub: t`Settings`, run: go(paths.settings(slug, "statuses")) },
    { id: "go:labels", name: t`Labels`, icon: Tag, sub: t`Settings`, run: go(paths.settings(slug, "labels")) },
    { id: "go:attributes", name: t`Attributes`, icon: Columns3, sub: t`Settings`, keywords: t`Fields`, run: go(paths.settings(slug, "attributes")) },
    { id: "go:archive", name: t`Archived lists`, icon: Archive, sub: t`Settings`, run: go(paths.settings(slug, "archive")) },
    { id: "go:templates", name: t`Templates`, icon: LayoutTemplate, sub: t`Settings`, run: go(paths.settings(slug, "templates")) },
    { id: "go:types", name: t`Task types`, icon: Shapes, sub: t`Settings`, run: go(paths.settings(slug, "types")) },
    { id: "go:components", name: t`Components`, icon: Blocks, sub: t`Settings`, run: go(paths.settings(slug, "components")) },
    { id: "go:versions", name: t`Fix versions`, icon: Milestone, sub: t`Settings`, keywords: t`Releases`, run: go(paths.settings(slug, "versions")) },
    { id: "go:sprints", name: t`Sprints`, icon: Target, sub: t`Settings`, keywords: t`Iterations`, run: go(paths.settings(slug, "sprints")) },
    ...(mayAdminister ? [{ id: "go:admin", name: t`Instance`, icon: Activity, run: go(paths.admin()) }] : []),
    ...shown,
    ...elsewhere,
  ];
}
