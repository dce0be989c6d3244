import type { ReactNode } from "react";
import { useSession } from "@/api/session";
import { lastWorkspace } from "@/lib/lastPlace";
import { Navigate, useLocation, useSearchParams } from "@/lib/location";
import { paths, safeNext } from "@/lib/paths";
import { slugOf } from "@/lib/slug";

/** Shows nothing until the app knows whether a person is signed in, so that no wrong page flashes up. */
export function WhenKnown({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  return status === "unknown" ? null : children;
}

/** For those who are signed in; everybody else signs in and comes back. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === "unknown") return null;
  if (session.status === "signedIn") return children;
  // Who chose to leave begins afresh next time; who was signed out goes on where they were.
  return <Navigate to={session.reason === "left" ? paths.signIn() : paths.signIn(pathname + search)} replace />;
}

/** The forms that lead in; who is in already goes on. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  const { pathname } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  if (status === "unknown") return null;
  // Confirming signs in: the code screen itself knows where to go then.
  return status === "signedIn" && pathname !== paths.confirm() ? <Navigate to={next ?? "/"} replace /> : children;
}

/** The root: to the last workspace, the first one to be made, or the way in. */
export function Home() {
  const session = useSession();
  if (session.status === "unknown") return null;
  if (session.status === "signedOut") return <Navigate to={paths.signIn()} replace />;
  const last = lastWorkspace();
  const workspace = session.workspaces.find(({ id }) => id === last) ?? session.workspaces[0];
  return <Navigate to={workspace ? paths.workspace(slugOf(workspace, session.workspaces)) : paths.welcome()} replace />;
}
