import { nthStatus, shortcutGroups, usable } from "@/actions/shortcuts/catalog";
import { ShortcutsDialog } from "@/features/shortcuts/ShortcutsDialog";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";

/** The dialog with the shortcuts of the shell and of all actions. Pickers already show the numbers of the statuses. */
export function Shortcuts({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const groups = () => {
    const state = useTroupe.getState();
    const all = shortcutGroups(state).map((group) => ({ ...group, shortcuts: group.shortcuts.filter((each) => nthStatus(each) === null) }));
    return usable(all, state.capabilities);
  };
  return <ShortcutsDialog groups={groups} onChange={() => navigate(paths.settings(slug, "shortcuts"))} />;
}
