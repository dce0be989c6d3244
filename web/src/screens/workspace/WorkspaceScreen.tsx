import { Suspense, useEffect, useState } from "react";
import { Outlet, useParams } from "react-router";
import { useSession, type SessionState } from "@/api/session";
import { ArrivalBanner } from "@/features/banner/ArrivalBanner";
import { useLogOut } from "@/features/log-out/useLogOut";
import { Sidebar } from "@/features/sidebar/Sidebar";
import { rememberWorkspace } from "@/lib/lastPlace";
import { useLocation } from "@/lib/location";
import { laterComponent, useUsable } from "@/lib/later";
import { displayName } from "@/lib/names";
import { findBySlug } from "@/lib/findBySlug";
import { closeWorkspace, openWorkspace, useTroupe } from "@/sync/store";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { SkeletonPage } from "@/ui/Skeleton";
import { Frame } from "./Frame";
import { useKeyWidth } from "./useKeyWidth";
import { useShownPlace, useTrace } from "./useShownPlace";
import { useWorkspaceKeys } from "./useWorkspaceKeys";
import styles from "./WorkspaceScreen.module.css";

/** An overlay that is asked for earlier shows when its code has arrived. */
const Overlays = laterComponent(async () => (await import("./Overlays")).Overlays);
const LeftBehind = laterComponent(async () => (await import("@/features/notices/LeftBehind")).LeftBehind, { instead: () => null });
const BottomBar = laterComponent(async () => (await import("./BottomBar")).BottomBar, { idle: false });
const NoWorkspace = laterComponent(async () => (await import("./NoWorkspace")).NoWorkspace, { idle: false });
const Ended = laterComponent(async () => (await import("./Ended")).Ended);

/** Shown while the workspace is loading. */
function Opening() {
  return (
    <SkeletonPage>
      <ArrivalBanner />
    </SkeletonPage>
  );
}

type SignedIn = Extract<SessionState, { status: "signedIn" }>;

/** The shell of a workspace: the sidebar, the page of the address, and the overlays. */
export function WorkspaceScreen() {
  const session = useSession();
  return session.status === "signedIn" ? <Shell session={session} /> : null;
}

function Shell({ session: { user, workspaces } }: { session: SignedIn }) {
  const { workspace: slug = "" } = useParams();
  const { ticketKey } = useShownPlace();
  const current = findBySlug(workspaces, slug);
  const id = current?.id;
  const [addingList, setAddingList] = useState(false);
  const ready = useTroupe((state) => state.ready && state.workspace?.id === id);
  const usable = useUsable((state) => state.usable);
  const own = useTroupe((state) => state.members[user.id]);
  const endedReason = useTroupe((state) => state.endedReason);
  const phone = useMediaQuery("(max-width: 767px)");
  const { pathname } = useLocation();
  useTrace(current);
  useKeyWidth();
  useWorkspaceKeys({ onNewList: () => setAddingList(true) });

  useEffect(() => {
    if (id === undefined) return;
    rememberWorkspace(id);
    void openWorkspace(id, user.id);
    return () => void closeWorkspace();
  }, [id, user.id]);

  const { logOut, question } = useLogOut(user.id);

  if (!current) return <NoWorkspace />;
  const me = { id: user.id, name: displayName(own ?? user), avatarUrl: (own ?? user).avatarUrl };
  return (
    <Frame
      panelOpen={ticketKey !== null}
      place={pathname}
      sidebar={
        <Sidebar
          slug={slug}
          workspaces={workspaces}
          current={current}
          me={me}
          addingList={addingList}
          onAddingList={setAddingList}
          onSignOut={() => void logOut()}
        />
      }
      bar={phone && <Suspense fallback={<div className={styles.bar} />}><BottomBar slug={slug} /></Suspense>}
      over={
        <>
          <Suspense>{usable && <Overlays slug={slug} workspace={current} onNewList={() => setAddingList(true)} onLogOut={() => void logOut()} />}</Suspense>
          {question}
        </>
      }
    >
      <Suspense>{usable && <LeftBehind />}</Suspense>
      <Suspense>{endedReason !== null ? <Ended reason={endedReason} workspace={current} /> : ready ? <Outlet /> : <Opening />}</Suspense>
    </Frame>
  );
}
