import {
  CircleUser,
  Import,
  Keyboard,
  Layers,
  ListPlus,
  Lock,
  Monitor,
  Moon,
  Plus,
  Settings,
  Sun,
  Tag,
  Trash2,
  UserPen,
  UserPlus,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useMemo, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { actions, mayRun, sceneOf } from "@/actions/registry";
import { useTarget } from "@/actions/target";
import { counted } from "@/lib/names";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { listsInOrder, ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { ListDot } from "@/ui/Label";
import { setTheme, themeNames, themes, useTheme } from "@/ui/theme";

/** A line of the palette that is no ticket. */
export interface Entry {
  id: string;
  name: string;
  icon?: LucideIcon;
  picture?: ReactNode;
  keys?: string;
  /** At the right: where it is, how many it has. */
  sub?: string;
  /** What was typed, where the entry takes it. */
  quoted?: string;
  run: () => void;
}

interface Around {
  typed: string;
  mayInvite: boolean;
  onNewList: () => void;
}

const themeIcons = { light: Sun, dark: Moon, auto: Monitor };

/** What can be done from anywhere; `always` stands whatever is typed, the others are searched. */
export function useCommands({ typed, mayInvite, onNewList }: Around): { always: Entry[]; offered: Entry[] } {
  const theme = useTheme((state) => state.theme);
  const newTask: Entry = {
    id: "do:task",
    name: typed === "" ? "New task" : "New task named",
    icon: Plus,
    keys: "N",
    ...(typed !== "" && { quoted: typed }),
    run: () => openOverlay({ kind: "newTicket", ...(typed !== "" && { title: typed }) }),
  };
  const offered: Entry[] = [
    { id: "do:list", name: "New list", icon: ListPlus, keys: "Shift+L", run: onNewList },
    ...(mayInvite
      ? [
          {
            id: "do:invite",
            name: "Invite people",
            icon: UserPlus,
            keys: "Shift+I",
            run: () => openOverlay({ kind: "invite" }),
          },
        ]
      : []),
    { id: "do:import", name: "Import from GitHub or CSV", icon: Import, run: () => openOverlay({ kind: "import" }) },
    ...themes
      .filter((one) => one !== theme)
      .map((one) => ({
        id: `do:theme:${one}`,
        name: `Theme: ${themeNames[one].toLowerCase()}`,
        icon: themeIcons[one],
        run: () => setTheme(one),
      })),
    {
      id: "do:keys",
      name: "Keyboard shortcuts",
      icon: Keyboard,
      keys: "?",
      run: () => openOverlay({ kind: "shortcuts" }),
    },
  ];
  return { always: [newTask], offered };
}

/** What can be done to the tickets that are selected, open or stood on. */
export function useTicketActions(): Entry[] {
  const target = useTarget();
  const view = useTroupe();
  const scene = sceneOf(view, target);
  const [first, ...others] = scene.tickets;
  const about = others.length > 0 ? counted(scene.tickets.length, "task") : first && ticketKey(view, first);
  return actions
    .filter((action) => mayRun(action, scene))
    .map((action) => ({
      id: `action:${action.id}`,
      name: action.label(scene),
      icon: action.icon,
      ...(action.keys[0] !== undefined && { keys: action.keys[0] }),
      ...(action.group !== "history" && about && { sub: about }),
      run: () => action.run(scene),
    }));
}

/** Where one can go: the lists in their order, and the collections. */
export function usePlaces(slug: string): Entry[] {
  const navigate = useNavigate();
  const lists = useTroupe((state) => state.lists);
  return useMemo(() => {
    const go = (path: string) => () => void navigate(path);
    const own = listsInOrder({ lists })
      .toSorted((a, b) => Number(a.suggested) - Number(b.suggested))
      .map((list) => ({
        id: `go:${list.id}`,
        name: list.name,
        picture: <ListDot hue={list.color} outline={list.suggested} />,
        sub: "List",
        run: go(paths.list(slug, list.id)),
      }));
    return [
      ...own,
      { id: "go:mine", name: "Assigned to me", icon: CircleUser, keys: "G A", run: go(paths.collection(slug, "mine")) },
      { id: "go:created", name: "Created by me", icon: UserPen, keys: "G C", run: go(paths.collection(slug, "created")) },
      { id: "go:private", name: "Private tasks", icon: Lock, keys: "G P", run: go(paths.collection(slug, "private")) },
      { id: "go:all", name: "All tasks", icon: Layers, keys: "G L", run: go(paths.collection(slug, "all")) },
      { id: "go:trash", name: "Trash", icon: Trash2, keys: "G T", run: go(paths.collection(slug, "trash")) },
      { id: "go:settings", name: "Settings", icon: Settings, keys: "G S", run: go(paths.settings(slug)) },
      { id: "go:members", name: "Members", icon: Users, sub: "Settings", run: go(paths.settings(slug, "members")) },
      { id: "go:labels", name: "Labels", icon: Tag, sub: "Settings", run: go(paths.settings(slug, "labels")) },
    ];
  }, [lists, navigate, slug]);
}
