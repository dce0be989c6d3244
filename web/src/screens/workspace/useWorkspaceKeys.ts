import { useEffect } from "react";
import { useNavigate } from "react-router";
import { attachKeys } from "@/actions/keys";
import { useHotkeys } from "@/lib/hotkeys";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";

/** The keys that hold everywhere in a workspace. */
export function useWorkspaceKeys({ slug, onNewList }: { slug: string; onNewList: () => void }): void {
  const navigate = useNavigate();
  useHotkeys({
    "Mod+K": () => openOverlay({ kind: "palette" }),
    N: () => openOverlay({ kind: "newTicket" }),
    "Shift+L": onNewList,
    "Shift+I": () => openOverlay({ kind: "invite" }),
    "?": () => openOverlay({ kind: "shortcuts" }),
    "G A": () => void navigate(paths.collection(slug, "mine")),
    "G P": () => void navigate(paths.collection(slug, "private")),
    "G C": () => void navigate(paths.collection(slug, "created")),
  });
  // After the shell's own: the second key of "G A" is taken before it can mean "assign".
  useEffect(() => attachKeys(), []);
}
