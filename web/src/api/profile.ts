import type { OpenedWorkspace, ProfilePatch, User } from "@/wire/http.generated";
import { loadMe, request, useSession } from "./session";

/** Changes what the person says about themselves. The members of all their workspaces follow. */
export async function changeProfile(patch: ProfilePatch): Promise<void> {
  await request<User>("/api/me/profile", { body: patch });
  // The change is stored. If this fails, the next load shows it.
  await loadMe().catch(() => undefined);
}

/**
 * Tells the account which workspace is open, so that a new device opens it too. The account is told of a switch, and not of
 * each load.
 */
export async function tellOpened(workspaceId: string): Promise<void> {
  const session = useSession.getState();
  if (session.status !== "signedIn" || session.user.activeWorkspaceId === workspaceId) return;
  await request<void>("/api/me/active-workspace", { body: { workspaceId } satisfies OpenedWorkspace });
  const now = useSession.getState();
  if (now.status === "signedIn" && now.user.id === session.user.id) useSession.setState({ ...now, user: { ...now.user, activeWorkspaceId: workspaceId } }, true);
}
