import { useChosenKeys } from "@/actions/shortcuts/own";
import { useTarget } from "@/actions/target";
import { useMay } from "@/actions/useMay";
import { activeSprintPath } from "@/fields/activeSprint";
import { searchPath } from "@/lib/elsewhere";
import { useHotkeys } from "@/lib/hotkeys";
import { useNavigate } from "@/lib/location";
import { openOverlay, useOverlay, type PaletteKind } from "@/lib/overlays";
import { useMeasure } from "@/lib/panelMeasure";
import { paths } from "@/lib/paths";
import { focusNextRegion } from "@/lib/regions";
import { toggleSidebar } from "@/lib/shell";
import { hasSearchField } from "@/lib/toolbarPlaces";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { activeListsInOrder } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";

/** The pages that G and another key lead to. */
const pages = { O: "home", H: "home", I: "inbox", R: "roadmap", A: "mine", P: "private", L: "all", X: "all", T: "trash", C: "created", D: "completed", F: "subscribed" } as const;

const help = () => openOverlay({ kind: "shortcuts" });

/** Opens the palette for one kind of results. Never replaces another overlay: a draft in it would be lost. */
function find(only: PaletteKind): void {
  if (useOverlay.getState().overlay === null) openOverlay({ kind: "palette", only });
}

/** Prepares keys once the page is usable: the person's own choices, and shortcuts that the first load does not need. */
export function useMoreKeys(slug: string): void {
  const navigate = useNavigate();
  const mayAddTask = useMay("createTickets");
  const narrow = useMediaQuery("(max-width: 767px)");
  useChosenKeys();
  // Runs before the handlers of the pages, because a task that fills the page covers the search field of its list.
  useHotkeys(
    {
      "/": () => {
        const covered = useTarget.getState().opened !== null && (narrow || useMeasure.getState().full);
        return !covered && hasSearchField(location.pathname) ? false : navigate(searchPath(slug, { text: "" }));
      },
    },
    true,
  );
  useHotkeys({
    F6: () => focusNextRegion(false),
    "Shift+F6": () => focusNextRegion(true),
    "?": help,
    "Mod+/": help,
    "G S": () => navigate(paths.settings(slug)),
    "G W": () => navigate(activeSprintPath(slug)),
    ...Object.fromEntries(Object.entries(pages).map(([key, page]) => [`G ${key}`, () => navigate(paths.collection(slug, page))])),
    "G B": () => {
      const backlog = activeListsInOrder(useTroupe.getState()).find(({ suggested, name }) => suggested && name === "Backlog");
      return backlog ? navigate(paths.list(slug, backlog.id)) : false;
    },
    // Some pages attach this key themselves, and earlier.
    "[": () => toggleSidebar(useTarget.getState().opened !== null),
    ...(mayAddTask && { "Alt+C": () => find("template") }),
    "O L": () => find("list"),
    "O T": () => find("task"),
    "O U": () => find("person"),
    "O S": () => find("sprint"),
    "O V": () => find("view"),
  });
}
