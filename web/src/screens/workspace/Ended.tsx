import { RefreshCw } from "lucide-react";
import { useNavigate } from "react-router";
import { loadMe } from "@/api/session";
import { UnsentEdits } from "@/features/notices/UnsentEdits";
import { counted } from "@/lib/names";
import { paths } from "@/lib/paths";
import { useTroupe } from "@/sync/store";
import type { EndedReason } from "@/sync/types";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";

interface Words {
  title: string;
  text: string;
  way: "home" | "signIn" | "reload";
}

/** What becomes of edits that wait, where the workspace comes back with them, and where it does not. */
function whatWaits(waiting: number, durable: boolean, comesBack: boolean): string {
  if (waiting === 0) return "";
  const edits = counted(waiting, "edit");
  const [are, go, them] = waiting === 1 ? ["is", "goes", "it"] : ["are", "go", "them"];
  if (!comesBack) return `${edits} could not be saved any more:`;
  if (durable) return `${edits} ${are} kept on this device and ${go} out then.`;
  return `${edits} ${are} in this tab alone, as this browser stores nothing. Copy ${them} first:`;
}

const words: Record<EndedReason, Words> = {
  signedOut: {
    title: "You were logged out",
    text: "Log in again to go on.",
    way: "signIn",
  },
  accessLost: {
    title: "You are no longer in this workspace",
    text: "Somebody took you out of it, or your role has no access to it.",
    way: "home",
  },
  notFound: { title: "There is no such workspace", text: "It does not exist, or is not shared with you.", way: "home" },
  reload: {
    title: "Troupe has a new version",
    text: "Reload the page to go on with it.",
    way: "reload",
  },
  protocol: {
    title: "Unexpected Application Error!",
    text: "The node did not understand this page.",
    way: "reload",
  },
};

/** The workspace cannot go on by itself: says why, and what to do. */
export function Ended({ reason }: { reason: EndedReason }) {
  const navigate = useNavigate();
  const { title, text, way } = words[reason];
  const waiting = useTroupe((state) => state.waiting);
  const durable = useTroupe((state) => state.durable);
  const others = useTroupe((state) => state.refusals.length + state.damaged.length);
  const comesBack = way !== "home";
  const listed = waiting + others > 0 && (!comesBack || !durable);
  const goHome = async () => {
    await loadMe().catch(() => undefined);
    await navigate("/");
  };
  return (
    <ErrorState
      title={title}
      {...(listed && { below: <UnsentEdits /> })}
      actions={
        <>
          {way === "reload" && (
            <Button variant="primary" icon={RefreshCw} onClick={() => window.location.reload()}>
              Reload
            </Button>
          )}
          {way === "signIn" && (
            <Button variant="primary" onClick={() => void navigate(paths.signIn(window.location.pathname))}>
              Log in
            </Button>
          )}
          {way === "home" && (
            <Button variant="primary" onClick={() => void goHome()}>
              Go to your workspaces
            </Button>
          )}
        </>
      }
    >
      {text} {whatWaits(waiting + (comesBack ? 0 : others), durable, comesBack)}
    </ErrorState>
  );
}
