import { may } from "@/actions/rights";
import { ImportDialog } from "@/features/import/ImportDialog";
import { InviteDialog } from "@/features/invite/InviteDialog";
import { NewTicketDialog } from "@/features/new-ticket/NewTicketDialog";
import { Notices } from "@/features/notices/Notices";
import { Palette } from "@/features/palette/Palette";
import { ShortcutsDialog } from "@/features/shortcuts/ShortcutsDialog";
import { useTroupe } from "@/sync/store";
import type { Role } from "@/wire/generated";
import { shortcutGroups } from "./shortcutGroups";
import { useShownPlace } from "./useShownPlace";

interface OverlaysProps {
  slug: string;
  workspace: { id: string; name: string; role: Role };
  onNewList: () => void;
}

/** What may lie over the workspace; each shows when `lib/overlays` says so. */
export function Overlays({ slug, workspace, onNewList }: OverlaysProps) {
  const { listId, isPrivate } = useShownPlace();
  const mayInvite = useTroupe((state) => {
    const role = (state.me === null ? undefined : state.members[state.me]?.role) ?? workspace.role;
    return may(role, "administer");
  });
  return (
    <>
      <Palette slug={slug} listId={listId} mayInvite={mayInvite} onNewList={onNewList} />
      <NewTicketDialog slug={slug} listId={listId} isPrivate={isPrivate} />
      {mayInvite && <InviteDialog workspace={workspace} />}
      <ImportDialog slug={slug} workspaceId={workspace.id} />
      <Notices />
      <ShortcutsDialog groups={() => shortcutGroups(useTroupe.getState())} />
    </>
  );
}
