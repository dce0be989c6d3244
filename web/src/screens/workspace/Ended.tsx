import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { noteWaiting } from "@/api/factorRule";
import { loadMe, useSession } from "@/api/session";
import type { Membership } from "@/wire/http.generated";
import { UnsentEdits } from "@/features/notices/UnsentEdits";
import { useNavigate } from "@/lib/location";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import type { EndedReason } from "@/sync/types";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";
import { LeaveAsGuest } from "./LeaveAsGuest";

interface Words {
  title: string;
  text: string;
  way: "home" | "signIn" | "reload";
}

/** Tells what happens to waiting edits, depending on whether the workspace comes back. */
function whatWaits(waiting: number, durable: boolean, comesBack: boolean): string {
  if (waiting === 0) return "";
  if (!comesBack) return plural(waiting, { one: "# edit couldn't be saved:", other: "# edits couldn't be saved:" });
  if (durable) return plural(waiting, { one: "# edit is saved on this device and will sync then.", other: "# edits are saved on this device and will sync then." });
  return plural(waiting, {
    one: "# edit is in this tab only, because this browser can't store it. Copy it first:",
    other: "# edits are in this tab only, because this browser can't store them. Copy them first:",
  });
}

const words: Record<EndedReason, Words> = {
  signedOut: {
    get title() {
      return t`You were logged out`;
    },
    get text() {
      return t`Log in again to continue.`;
    },
    way: "signIn",
  },
  accessLost: {
    get title() {
      return t`You're no longer a member of this workspace`;
    },
    get text() {
      return t`You were removed, or your role no longer has access.`;
    },
    way: "home",
  },
  notFound: {
    get title() {
      return t`Workspace not found`;
    },
    get text() {
      return t`It doesn't exist, or isn't shared with you.`;
    },
    way: "home",
  },
  reload: {
    get title() {
      return t`Troupe has a new version`;
    },
    get text() {
      return t`Reload the page to use it.`;
    },
    way: "reload",
  },
  protocol: {
    get title() {
      return t`Something went wrong`;
    },
    get text() {
      return t`The server couldn't process a request from this page.`;
    },
    way: "reload",
  },
};

/** Shown when the workspace cannot go on: the reason, and what to do. */
export function Ended({ reason, workspace }: { reason: EndedReason; workspace?: Membership }) {
  const me = useSession((session) => (session.status === "signedIn" ? session.user.id : null));
  const navigate = useNavigate();
  const { title, text, way } = words[reason];
  const waiting = useTroupe((state) => state.waiting);
  const durable = useTroupe((state) => state.durable);
  const others = useTroupe((state) => state.refusals.length + state.damaged.length);
  const comesBack = way !== "home";
  const lost = way === "home" ? workspace?.id : undefined;
  // If the workspace requires a second factor now, the session says so, and the page that asks for one replaces this page.
  // If the person has lost access for another reason, the draft of a new task is deleted like the rows.
  useEffect(() => {
    if (lost === undefined || me === null) return;
    const look = async () => (await noteWaiting(lost)) && (await import("@/features/new-ticket/kept")).forgetTask(lost, me);
    look().catch(() => undefined);
  }, [lost, me]);
  const listed = waiting + others > 0 && (!comesBack || !durable);
  const goHome = async () => {
    await loadMe().catch(() => undefined);
    navigate("/");
  };
  return (
    <ErrorState
      title={title}
      {...(listed && { below: <UnsentEdits /> })}
      actions={
        <>
          {way === "reload" && (
            <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
              <Trans>Reload</Trans>
            </Button>
          )}
          {way === "signIn" && (
            <Button variant="primary" onClick={() => navigate(paths.signIn(window.location.pathname))}>
              <Trans>Log in</Trans>
            </Button>
          )}
          {way === "home" && (
            <Button variant="primary" onClick={() => void goHome()}>
              <Trans>Go to your workspaces</Trans>
            </Button>
          )}
          {reason === "accessLost" && workspace?.role === "guest" && me !== null && (
            <LeaveAsGuest workspace={workspace} userId={me} onLeft={goHome} />
          )}
        </>
      }
    >
      {text} {whatWaits(waiting + (comesBack ? 0 : others), durable, comesBack)}
    </ErrorState>
  );
}
