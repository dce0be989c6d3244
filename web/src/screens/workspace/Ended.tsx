import { RefreshCw } from "lucide-react";
import { useNavigate } from "react-router";
import { loadMe } from "@/api/session";
import { paths } from "@/lib/paths";
import type { EndedReason } from "@/sync/types";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/EmptyState";

interface Words {
  title: string;
  text: string;
  way: "home" | "signIn" | "reload";
}

const words: Record<EndedReason, Words> = {
  signedOut: {
    title: "You were logged out",
    text: "Log in again to go on. Edits that wait are kept on this machine.",
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
    text: "Reload the page to go on with it. Edits that wait are kept on this machine.",
    way: "reload",
  },
  protocol: {
    title: "Unexpected Application Error!",
    text: "The node did not understand this page. Edits that wait are kept on this machine.",
    way: "reload",
  },
};

/** The workspace cannot go on by itself: says why, and what to do. */
export function Ended({ reason }: { reason: EndedReason }) {
  const navigate = useNavigate();
  const { title, text, way } = words[reason];
  const goHome = async () => {
    await loadMe().catch(() => undefined);
    await navigate("/");
  };
  return (
    <ErrorState
      title={title}
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
      {text}
    </ErrorState>
  );
}
