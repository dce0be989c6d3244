import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CircleUser, Inbox, Layers, Lock, Mountain, Search, Trash2, UserPen } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef } from "react";
import { useMay } from "@/actions/useMay";
import { attachDrag } from "@/lib/drag";
import { laterComponent, useUsable } from "@/lib/later";
import { openOverlay } from "@/lib/overlays";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { Keys } from "@/ui/Keys";
import { countTickets } from "./counts";
import { InvitePrompt } from "./InvitePrompt";
import { Line } from "./Line";
import { Lists } from "./Lists";
import { Me } from "./Me";
import { NewMenu } from "./NewMenu";
import styles from "./Sidebar.module.css";
import { WorkspaceMenu, type SidebarWorkspace } from "./WorkspaceMenu";

/** The count of unread tasks is worked out once the page is usable. */
const InboxLink = laterComponent<{ to: string }>(async () => (await import("./InboxLink")).InboxLink, { instead: UncountedInbox });

/** The active sprints are shown once the page is usable. */
const SprintLines = laterComponent<{ slug: string }>(async () => (await import("./SprintLines")).SprintLines);

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

  return (
    <nav className={styles.sidebar} aria-label={t`Workspace`} data-section="sidebar">
      <WorkspaceMenu workspaces={workspaces} current={current} slug={slug} onSignOut={onSignOut} />
      <div className={styles.quick}>
        <button type="button" className={styles.find} onClick={() => openOverlay({ kind: "palette" })}>
          <Icon of={Search} size={14} />
          <span><Trans>Browse all</Trans></span>
          <Keys keys="Mod+K" tone="bare" />
        </button>
        <NewMenu onNewList={() => onAddingList(true)} />
      </div>
      <div ref={lines} className={styles.lines}>
        <Suspense fallback={<UncountedInbox to={inbox} />}>{usable ? <InboxLink to={inbox} /> : <UncountedInbox to={inbox} />}</Suspense>
        <Line
          to={paths.collection(slug, "mine")}
          icon={<Icon of={CircleUser} />}
          name={t`Assigned to me`}
          count={counts.mine}
        />
        <Line to={paths.collection(slug, "all")} icon={<Icon of={Layers} />} name={t`All tasks`} />
        {hasEpics && <Line to={paths.collection(slug, "epics")} icon={<Icon of={Mountain} />} name={t`Epics`} />}
        <Line to={paths.collection(slug, "created")} icon={<Icon of={UserPen} />} name={t`Created by me`} />
        <Line
          to={paths.collection(slug, "private")}
          icon={<Icon of={Lock} />}
          name={t`Private tasks`}
          count={counts.private}
        />
        <Line to={paths.collection(slug, "trash")} icon={<Icon of={Trash2} />} name={t`Trash`} count={counts.trash} />
        <Lists slug={slug} counts={counts.byList} adding={addingList} onAdding={onAddingList} />
        <Suspense>{usable && hasSprints && <SprintLines slug={slug} />}</Suspense>
      </div>
      {mayInvite && <InvitePrompt workspaceId={current.id} />}
      <Me me={me} slug={slug} />
    </nav>
  );
}
