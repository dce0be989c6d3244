import { ShortcutsDialog } from "@/features/shortcuts/ShortcutsDialog";
import { useTroupe } from "@/sync/store";
import { shortcutGroups } from "./shortcutGroups";

/** The dialog with the shortcuts of the shell and of all actions. */
export function Shortcuts() {
  return <ShortcutsDialog groups={() => shortcutGroups(useTroupe.getState())} />;
}
