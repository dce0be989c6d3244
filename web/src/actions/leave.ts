import { loadMe, request } from "@/api/session";
import { newId, useTroupe } from "@/sync/store";
import { removeMember } from "./config";

/** Resolves once the node has closed the workspace for this person. */
function shownOut(): { done: Promise<true>; forget: () => void } {
  let forget = () => {};
  const done = new Promise<true>((resolve) => {
    forget = useTroupe.subscribe(({ endedReason }) => endedReason === "accessLost" && resolve(true));
  });
  return { done, forget: () => forget() };
}

/**
 * Takes this person out of the open workspace; true once that is done. The node closes their socket at once, so the
 * answer may not reach them.
 */
export async function leaveWorkspace(me: string): Promise<boolean> {
  const out = shownOut();
  try {
    const left = await Promise.race([removeMember(me).then(({ ok }) => ok), out.done]);
    if (left) await loadMe().catch(() => undefined);
    return left;
  } finally {
    out.forget();
  }
}

/** Leaves as a guest. A guest gets no socket, so the command goes over HTTP. */
export async function leaveAsGuest(workspaceId: string, me: string): Promise<void> {
  const body = { id: newId(), command: { kind: "member.remove", userId: me } };
  await request(`/api/workspaces/${workspaceId}/commands`, { body });
}
