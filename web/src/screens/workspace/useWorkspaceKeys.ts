import { useEffect } from "react";
import { useMay } from "@/actions/useMay";
import { useHotkeys } from "@/lib/hotkeys";
import { later, useUsable } from "@/lib/later";
import { useNavigate } from "@/lib/location";
import { closeOverlay, openOverlay, useOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { activeSprintPath } from "@/fields/activeSprint";
import { focusNextRegion } from "@/lib/regions";

/** The actions on tickets, and their keys, come once the page is usable. */
const ofActions = later(async () => (await import("@/actions/keys")).attachKeys);

/** The pages that G and another key lead to. */
const pages = { O: "home", H: "home", I: "inbox", R: "roadmap", A: "mine", P: "private", L: "all", X: "all", T: "trash", C: "created", D: "completed", F: "subscribed" } as const;

const help = () => openOverlay({ kind: "shortcuts" });

/** Never replaces another open overlay: a draft in it would be lost. */
function togglePalette(): void {
  const { overlay } = useOverlay.getState();
  if (overlay === null) openOverlay({ kind: "palette" });
  else if (overlay.kind === "palette") closeOverlay();
}

/** The keys that work everywhere in a workspace. */
export function useWorkspaceKeys({ slug, onNewList }: { slug: string; onNewList: () => void }): void {
  const navigate = useNavigate();
  const mayAddTask = useMay("createTickets");
  const mayAddList = useMay("createLists");
  const mayInvite = useMay("invite");
  const newTask = () => openOverlay({ kind: "newTicket" });
  useHotkeys({
    "Mod+K": togglePalette,
    ...(mayAddTask && { N: newTask, C: newTask, L: () => openOverlay({ kind: "newLink" }) }),
    ...(mayAddList && { "Shift+L": onNewList }),
    ...(mayInvite && { "Shift+I": () => openOverlay({ kind: "invite" }) }),
    F6: () => focusNextRegion(false),
    "Shift+F6": () => focusNextRegion(true),
    "?": help,
    "Mod+/": help,
    "G S": () => navigate(paths.settings(slug)),
    "G W": () => navigate(activeSprintPath(slug)),
    ...Object.fromEntries(Object.entries(pages).map(([key, page]) => [`G ${key}`, () => navigate(paths.collection(slug, page))])),
  });
  const usable = useUsable((state) => state.usable);
  useEffect(() => {
    if (!usable) return undefined;
    let detach: (() => void) | null = null;
    let left = false;
    const attach = async () => {
      const attachKeys = await ofActions.load();
      if (!left) detach = attachKeys();
    };
    // If a part fails to load, the page shows the error in the place of that part.
    void attach().catch(() => undefined);
    return () => {
      left = true;
      detach?.();
    };
  }, [usable]);
}
