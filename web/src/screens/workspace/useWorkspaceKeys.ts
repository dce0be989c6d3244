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
    ...(mayAddTask && { N: newTask, C: newTask }),
    ...(mayAddList && { "Shift+L": onNewList }),
    ...(mayInvite && { "Shift+I": () => openOverlay({ kind: "invite" }) }),
    F6: () => focusNextRegion(false),
    "Shift+F6": () => focusNextRegion(true),
    "?": () => openOverlay({ kind: "shortcuts" }),
    "G O": () => void navigate(paths.collection(slug, "home")),
    "G I": () => void navigate(paths.collection(slug, "inbox")),
    "G R": () => void navigate(paths.collection(slug, "roadmap")),
    "G A": () => void navigate(paths.collection(slug, "mine")),
    "G P": () => void navigate(paths.collection(slug, "private")),
    "G L": () => void navigate(paths.collection(slug, "all")),
    "G T": () => void navigate(paths.collection(slug, "trash")),
    "G S": () => void navigate(paths.settings(slug)),
    "G W": () => void navigate(activeSprintPath(slug)),
    "G C": () => void navigate(paths.collection(slug, "created")),
    "G D": () => void navigate(paths.collection(slug, "completed")),
    "G F": () => void navigate(paths.collection(slug, "subscribed")),
  });
  // After the shell's own keys, so that the second key of "G A" is taken before it can mean "assign".
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
