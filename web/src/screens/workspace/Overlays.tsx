import { Suspense, useEffect, useState, type ReactNode } from "react";
import { moveEarlierPlaces } from "@/actions/earlierPlaces";
import { useMoving } from "@/actions/moving";
import { answeredPaste, usePasted } from "@/actions/pasted";
import { useAccountTheme, useAccountWeek } from "@/actions/preferences";
import { useMay } from "@/actions/useMay";
import { useWhenBack } from "@/actions/useWhenBack";
import { loadMe, useSession } from "@/api/session";
import { fetchFailed, laterComponent, useUsable } from "@/lib/later";
import { useLocation } from "@/lib/location";
import { closeOverlay, useOverlay } from "@/lib/overlays";
import { placeAt } from "@/lib/placeAt";
import { useEver } from "@/lib/useEver";
import { keepDetails } from "@/sync/details/keepDetails";
import { withRules } from "@/sync/kinds/kinds";
import { keepTextsLater } from "@/sync/texts/keepTextsLater";
import { NotLoaded } from "@/ui/NotLoaded";
import type { HeldRole } from "@/wire/generated";
import { KeepPlace } from "./KeepPlace";
import { PendingKey } from "./PendingKey";
import { useKeepListView } from "./useKeepListView";
import { useMoreKeys } from "./useMoreKeys";
import { useRememberPage } from "./useRememberPage";
import { useRememberVisits } from "./useRememberVisits";
import { useTellOpened } from "./useTellOpened";

/** Shown instead of an overlay that failed to load. */
function NoOverlay() {
  return <NotLoaded open={useOverlay(({ overlay }) => overlay !== null)} onClose={closeOverlay} />;
}

/** Shown instead of the question whether tickets shall move: they stay. */
function NoMoveDialog() {
  const asking = useMoving((state) => state.asking);
  return <NotLoaded open={asking !== null} onClose={() => asking?.answer(false)} />;
}

/** Shown instead of the question about pasted lines. */
function NoPasteDialog() {
  return <NotLoaded open={usePasted((state) => state.asking !== null)} onClose={answeredPaste} />;
}

const Palette = laterComponent(async () => (await import("@/features/palette/Palette")).Palette, { instead: NoOverlay });
const NewTicketDialog = laterComponent(async () => (await import("@/features/new-ticket/NewTicketDialog")).NewTicketDialog, { instead: NoOverlay });
const NewLinkDialog = laterComponent(async () => (await import("@/features/new-link/NewLinkDialog")).NewLinkDialog, { instead: NoOverlay, idle: false });
const PasteDialog = laterComponent(async () => (await import("@/features/new-ticket/PasteDialog")).PasteDialog, { instead: NoPasteDialog });
const LineValues = laterComponent(async () => (await import("@/features/new-ticket/LineValues")).LineValues, { instead: () => null });
const Notices = laterComponent(async () => (await import("@/features/notices/Notices")).Notices, { instead: () => null });
const InviteDialog = laterComponent(async () => (await import("@/features/invite/InviteDialog")).InviteDialog, { instead: NoOverlay });
const Shortcuts = laterComponent(async () => (await import("./Shortcuts")).Shortcuts, { instead: NoOverlay });
const MoveDialog = laterComponent(async () => (await import("@/features/moving/MoveDialog")).MoveDialog, { instead: NoMoveDialog });
const ShareDialog = laterComponent(() => withRules(async () => (await import("@/features/sharing/ShareDialog")).ShareDialog), { instead: NoOverlay });
const ListSettings = laterComponent(async () => (await import("@/features/lists/ListSettings")).ListSettings, { instead: NoOverlay, idle: false });
const SnoozeDialog = laterComponent(async () => (await import("@/features/inbox/SnoozeDialog")).SnoozeDialog, { instead: NoOverlay, idle: false });
const SaveTemplate = laterComponent(async () => (await import("@/features/templates/SaveTemplate")).SaveTemplate, { instead: NoOverlay, idle: false });
const TemplateDialog = laterComponent(async () => (await import("@/features/new-ticket/TemplateDialog")).TemplateDialog, { instead: NoOverlay, idle: false });
const GroupDialog = laterComponent(async () => (await import("@/features/lists/GroupDialog")).GroupDialog, { instead: NoOverlay, idle: false });
const PagesDialog = laterComponent(async () => (await import("@/features/sidebar/PagesDialog")).PagesDialog, { instead: NoOverlay, idle: false });
const ImportDialog = laterComponent(async () => (await import("@/features/import/ImportDialog")).ImportDialog, { instead: NoOverlay });
const FollowPush = laterComponent(async () => (await import("@/features/push/FollowPush")).FollowPush, { instead: () => null });
const TellImports = laterComponent(async () => (await import("@/features/import/TellImports")).TellImports, { instead: () => null });

/** All workspaces of the person. */
function workspaceIds(): readonly string[] {
  const session = useSession.getState();
  return session.status === "signedIn" ? [...session.workspaces, ...(session.waiting ?? [])].map(({ id }) => id) : [];
}

interface OverlaysProps {
  slug: string;
  workspace: { id: string; name: string; role: HeldRole };
  onNewList: () => void;
  onLogOut: () => void;
}

/** The surfaces over the workspace. Each shows when `lib/overlays` names it. */
export function Overlays({ slug, workspace, onNewList, onLogOut }: OverlaysProps) {
  const { listId, collection } = placeAt(useLocation().pathname);
  const usable = useUsable((state) => state.usable);
  const open = useOverlay((state) => state.overlay?.kind);
  const moving = useMoving((state) => state.asking !== null);
  const pasting = usePasted((state) => state.asking !== null);
  const writing = useInLine();
  const mayAddTask = useMay("createTickets");
  const mayInvite = useMay("invite");
  const mayImport = useMay("import");
  const refused = ((open === "newTicket" || open === "newLink") && !mayAddTask) || (open === "invite" && !mayInvite) || (open === "import" && !mayImport);
  useAccountTheme();
  useAccountWeek();
  useMoreKeys(slug);
  useTellOpened(workspace.id);
  useRememberVisits(workspace.id);
  useRememberPage(workspace.id);
  useKeepListView(workspace.id);
  const me = useSession((session) => (session.status === "signedIn" ? session.user.id : null));
  useEffect(() => (me === null ? undefined : keepDetails(me, workspace.id)), [me, workspace.id]);
  useEffect(() => (me === null ? undefined : moveEarlierPlaces({ workspaceId: workspace.id, me }, workspaceIds())), [me, workspace.id]);
  useEffect(() => (me === null || !usable ? undefined : keepTextsLater(me, workspace.id)), [me, workspace.id, usable]);
  // A page that was opened without a network knows the workspaces of the last visit.
  useWhenBack(true, () => {
    fetchFailed();
    void loadMe().catch(() => undefined);
  });
  // The right ended while the overlay was open.
  useEffect(() => {
    if (refused) closeOverlay();
  }, [refused]);
  return (
    <>
      <KeepPlace />
      <PendingKey />
      <Once wanted={open === "palette"}>
        <Palette slug={slug} listId={listId} onNewList={onNewList} onLogOut={onLogOut} />
      </Once>
      <Once wanted={mayAddTask && open === "newTicket"}>{mayAddTask && <NewTicketDialog slug={slug} listId={listId} isPrivate={collection === "private"} />}</Once>
      <Once wanted={mayAddTask && open === "newLink"}>{mayAddTask && <NewLinkDialog slug={slug} listId={listId} />}</Once>
      <Once wanted={mayInvite && open === "invite"}>{mayInvite && <InviteDialog workspace={workspace} />}</Once>
      <Once wanted={mayImport && open === "import"}>{mayImport && <ImportDialog slug={slug} workspaceId={workspace.id} />}</Once>
      <Once wanted={moving}>
        <MoveDialog />
      </Once>
      <Once wanted={pasting}>
        <PasteDialog />
      </Once>
      <Once wanted={writing}>
        <LineValues slug={slug} />
      </Once>
      <Once wanted={open === "share"}>
        <ShareDialog workspace={workspace} slug={slug} />
      </Once>
      <Once wanted={open === "listSettings"}>
        <ListSettings slug={slug} />
      </Once>
      <Once wanted={open === "snooze"}>
        <SnoozeDialog />
      </Once>
      <Once wanted={open === "saveTemplate"}>
        <SaveTemplate />
      </Once>
      <Once wanted={open === "template"}>
        <TemplateDialog />
      </Once>
      <Once wanted={open === "group"}>
        <GroupDialog />
      </Once>
      <Once wanted={open === "pages"}>
        <PagesDialog />
      </Once>
      <Once wanted={open === "shortcuts"}>
        <Shortcuts slug={slug} />
      </Once>
      <Once wanted={usable}>
        <Notices />
        <TellImports />
        <FollowPush />
      </Once>
    </>
  );
}

/** True if a line for new tasks has the focus. */
function useInLine(): boolean {
  const [inLine, setInLine] = useState(false);
  useEffect(() => {
    const look = () => setInLine(document.activeElement?.matches("[data-new-title]") === true);
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, []);
  return inLine;
}

/** Mounts its children when they are first wanted, and keeps them mounted so that they can animate their closing. */
function Once({ wanted, children }: { wanted: boolean; children: ReactNode }) {
  return <Suspense>{useEver(wanted) && children}</Suspense>;
}
