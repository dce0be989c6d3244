import { useEffect } from "react";
import { forgetPush, keepPushOn } from "@/actions/push/push";
import { useSession } from "@/api/session";
import { navigate } from "@/lib/location";
import { canHaveWorker } from "@/lib/worker";

// Whoever logs out gets no more notifications in this browser; the server ends its part by itself.
useSession.subscribe((session) => {
  if (session.status === "signedOut" && session.reason === "left") void forgetPush().catch(() => undefined);
});

/** What the worker asks a page to open. */
function pathIn(data: unknown): string | null {
  const { kind, path } = (data ?? {}) as { kind?: unknown; path?: unknown };
  return kind === "troupe.open" && typeof path === "string" && path.startsWith("/w/") ? path : null;
}

/** Keeps web push on where the person has turned it on, and opens the task of a notification in this tab. */
export function FollowPush() {
  const me = useSession((session) => (session.status === "signedIn" ? session.user.id : null));
  useEffect(() => {
    // Without an answer now, the next visit tries again.
    if (me !== null) void keepPushOn(me).catch(() => undefined);
  }, [me]);
  useEffect(() => {
    if (!canHaveWorker()) return undefined;
    const open = ({ data, ports }: MessageEvent) => {
      const path = pathIn(data);
      if (path === null) return;
      navigate(path);
      ports[0]?.postMessage(true);
    };
    navigator.serviceWorker.addEventListener("message", open);
    return () => navigator.serviceWorker.removeEventListener("message", open);
  }, []);
  return null;
}
