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

/** For signed-in people. All others sign in first and come back. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session.status === "unknown") return null;
  if (session.status === "signedIn") return children;
  // A person who signed out starts afresh next time. A person who was signed out comes back to the same page.
  return <Navigate to={session.reason === "left" ? paths.signIn() : paths.signIn(pathname + search)} replace />;
}

/** For the sign-in forms. A person who is signed in goes on to the app. */
export function SignedOutOnly({ children }: { children: ReactNode }) {
  const status = useSession((session) => session.status);
  const { pathname } = useLocation();
  const next = safeNext(useSearchParams()[0].get("next"));
  if (status === "unknown") return null;
  // Confirming signs in, and the code screen then decides where to go.
  return status === "signedIn" && pathname !== paths.confirm() ? <Navigate to={next ?? "/"} replace /> : children;
}

/** The root address: leads to the last workspace and a page of it, to the form for the first one, or to sign-in. */
export function Home({ page = "" }: { page?: string }) {
  const session = useSession();
  if (session.status === "unknown") return null;
  if (session.status === "signedOut") return <Navigate to={paths.signIn()} replace />;
  const { workspaces, user } = session;
  const at = (last: string | null) => workspaces.find(({ id }) => id === last);
  // On a new device, the account knows which workspace was open elsewhere.
  const workspace = at(lastWorkspace()) ?? at(user.activeWorkspaceId) ?? workspaces[0];
  return <Navigate to={workspace ? paths.workspace(slugOf(workspace, workspaces)) + page : paths.welcome()} replace />;
}
