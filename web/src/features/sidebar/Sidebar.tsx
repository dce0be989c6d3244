import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Inbox, Plus, Search } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { may } from "@/actions/rights";
import { useMay } from "@/actions/useMay";
import { collectionIcons, collectionNames } from "@/lib/collections";
import { attachDrag } from "@/lib/drag";
import { laterComponent, useUsable } from "@/lib/later";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { Keys } from "@/ui/Keys";
import { NotLoaded } from "@/ui/NotLoaded";
import { countTickets } from "./counts";
import { ownPlacesHeight } from "./ownPlacesHeight";
import { shownPages, useChosenPages, type SidebarPage } from "./pages";
import { Line } from "./Line";
import { Lists } from "./Lists";
import { Me } from "./Me";
import styles from "./Sidebar.module.css";
import { WorkspaceButton, type SidebarWorkspace } from "./WorkspaceButton";
import type { NewMenuProps } from "./NewMenu";
import type { WorkspaceMenuProps } from "./WorkspaceMenu";

/** The count of unread tasks is worked out once the page is usable. */
const InboxLink = laterComponent<{ to: string }>(async () => (await import("./InboxLink")).InboxLink, { instead: UncountedInbox });

/** The favorites and the recent places are shown once the page is usable. Until then, an empty box keeps the lists below at their place. */
const OwnPlaces = laterComponent<{ slug: string }>(async () => (await import("./OwnPlaces")).OwnPlaces, { instead: () => null });

/** The edge that changes the width of the column. */
const SidebarGrip = laterComponent(async () => (await import("./SidebarGrip")).SidebarGrip, { instead: () => null });

/** The active sprints are shown once the page is usable. */
const SprintLines = laterComponent<{ slug: string }>(async () => (await import("./SprintLines")).SprintLines);

type MakeButton = (press: () => void) => ReactNode;

/** Says that a menu has failed to load, if its button is pressed. */
function NoMenu({ button }: { button: MakeButton }) {
  const [asked, setAsked] = useState(false);
  return (
    <>
      {button(() => setAsked(true))}
      <NotLoaded open={asked} onClose={() => setAsked(false)} />
    </>
  );
}

const newButton: MakeButton = (press) => <IconButton icon={Plus} name={t`New`} size="lg" variant="primary" aria-haspopup="menu" onClick={press} />;
const workspaceButton = (current: SidebarWorkspace): MakeButton => (press) => <WorkspaceButton current={current} aria-haspopup="menu" onClick={press} />;

/** Only the buttons are part of the first load. */
const WorkspaceMenu = laterComponent<WorkspaceMenuProps>(async () => (await import("./WorkspaceMenu")).WorkspaceMenu, {
  instead: ({ current }) => <NoMenu button={workspaceButton(current)} />,
});
const NewMenu = laterComponent<NewMenuProps>(async () => (await import("./NewMenu")).NewMenu, { instead: () => <NoMenu button={newButton} /> });

interface LaterMenuProps {
  /** The button that is shown until the menu has loaded. */
  button: MakeButton;
  renderMenu: (startsOpen: boolean) => ReactNode;
}

/** A menu that loads once the page is usable. If its button is pressed before, the menu opens as soon as it has loaded. */
function LaterMenu({ button, renderMenu }: LaterMenuProps) {
  const usable = useUsable((state) => state.usable);
  const [pressed, setPressed] = useState(false);
  const early = button(() => setPressed(true));
  return <Suspense fallback={early}>{usable || pressed ? renderMenu(pressed) : early}</Suspense>;
}

/** The reminder may load after the first load. */
const InvitePrompt = laterComponent<{ workspaceId: string }>(async () => (await import("./InvitePrompt")).InvitePrompt, { instead: () => null });

function OwnPlacesBox({ workspaceId, me }: { workspaceId: string; me: string }) {
  return <div style={{ height: ownPlacesHeight(workspaceId, me) }} />;
}

function UncountedInbox({ to }: { to: string }) {
  return <Line to={to} icon={<Icon of={Inbox} />} name={t`Inbox`} />;
}

interface SidebarProps {
  /** The name of the workspace in the URL. */
  slug: string;
  workspaces: readonly SidebarWorkspace[];
  current: SidebarWorkspace;
  me: { id: string; name: string; avatarUrl: string | null };
  addingList: boolean;
  onAddingList: (adding: boolean) => void;
  onSignOut: () => void;
}

/** The navigation of the workspace. */
export function Sidebar({ slug, workspaces, current, me, addingList, onAddingList, onSignOut }: SidebarProps) {
  const tickets = useTroupe((state) => state.tickets);
  const counts = useMemo(() => countTickets(tickets, me.id), [tickets, me.id]);
  const inbox = paths.collection(slug, "inbox");
  const usable = useUsable((state) => state.usable);
  const hasSprints = useTroupe((state) => Object.keys(state.sprints).length > 0);
  const hasEpics = useTroupe((state) => Object.values(state.taskTypes).some(({ container }) => container));
  const mayInvite = useMay("invite");
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = lines.current;
    return element ? attachDrag(({ autoScrollForElements }) => autoScrollForElements({ element })) : undefined;
  }, []);

  const mayMake = useTroupe(({ capabilities }) => (["createTickets", "createLists", "editLists", "invite"] as const).some((what) => may(capabilities, what)));
  const chosen = useChosenPages();
  const numbers: Partial<Record<SidebarPage, number>> = counts;
  const page = (id: SidebarPage) => {
    if (id === "inbox") return <Suspense key={id} fallback={<UncountedInbox to={inbox} />}>{usable ? <InboxLink to={inbox} /> : <UncountedInbox to={inbox} />}</Suspense>;
    if (id === "epics" && !hasEpics) return null;
    return <Line key={id} to={paths.collection(slug, id)} icon={<Icon of={collectionIcons[id]} />} name={collectionNames[id]} count={numbers[id]} />;
  };

  return (
    <nav className={styles.sidebar} aria-label={t`Workspace`} data-section="sidebar">
      <LaterMenu
        button={workspaceButton(current)}
        renderMenu={(startsOpen) => <WorkspaceMenu workspaces={workspaces} current={current} slug={slug} onSignOut={onSignOut} startsOpen={startsOpen} />}
      />
      <div className={styles.quick}>
        <button type="button" className={styles.find} onClick={() => openOverlay({ kind: "palette" })}>
          <Icon of={Search} size={14} />
          <span><Trans>Browse all</Trans></span>
          <Keys keys="Mod+K" tone="bare" />
        </button>
        {mayMake && (
          <LaterMenu
            button={newButton}
            renderMenu={(startsOpen) => <NewMenu onNewList={() => onAddingList(true)} startsOpen={startsOpen} />}
          />
        )}
      </div>
      <div ref={lines} className={styles.lines}>
        {shownPages(chosen).map(page)}
        <Suspense fallback={<OwnPlacesBox workspaceId={current.id} me={me.id} />}>
          {usable ? <OwnPlaces slug={slug} /> : <OwnPlacesBox workspaceId={current.id} me={me.id} />}
        </Suspense>
        <Lists slug={slug} counts={counts.byList} adding={addingList} onAdding={onAddingList} />
        <Suspense>{usable && hasSprints && <SprintLines slug={slug} />}</Suspense>
      </div>
      <Suspense>{usable && mayInvite && <InvitePrompt workspaceId={current.id} />}</Suspense>
      <Me me={me} slug={slug} />
      <Suspense>{usable && <SidebarGrip />}</Suspense>
    </nav>
  );
}
