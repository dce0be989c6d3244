import { useEffect } from "react";
import { useMay } from "@/actions/useMay";
import { useHotkeys } from "@/lib/hotkeys";
import { later, useUsable } from "@/lib/later";
import { closeOverlay, openOverlay, useOverlay } from "@/lib/overlays";

/** The actions on tickets, and their keys, come once the page is usable. */
const ofActions = later(async () => (await import("@/actions/keys")).attachKeys);

/** Never replaces another open overlay: a draft in it would be lost. */
function togglePalette(): void {
  const { overlay } = useOverlay.getState();
  if (overlay === null) openOverlay({ kind: "palette" });
  else if (overlay.kind === "palette") closeOverlay();
}

/** The keys that work everywhere in a workspace, from its first moment on; `useMoreKeys` has the others. */
export function useWorkspaceKeys({ onNewList }: { onNewList: () => void }): void {
  const mayAddTask = useMay("createTickets");
  const mayAddList = useMay("createLists");
  const mayInvite = useMay("invite");
  const newTask = () => openOverlay({ kind: "newTicket" });
  useHotkeys({
    "Mod+K": togglePalette,
    ...(mayAddTask && { N: newTask, C: newTask, L: () => openOverlay({ kind: "newLink" }) }),
    ...(mayAddList && { "Shift+L": onNewList }),
    ...(mayInvite && { "Shift+I": () => openOverlay({ kind: "invite" }) }),
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
