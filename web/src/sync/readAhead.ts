import { useSession, type SessionState } from "@/api/session";
import type { Replica } from "./replica/replica";
import { openStorage, type Storage } from "./storage/storage";

/** A storage that was opened early, and the copy of the workspace that it holds. */
export interface Ahead {
  storage: Storage;
  copy: Promise<Replica | null>;
}

interface Reading {
  workspaceId: string;
  userId: string;
  opened: Promise<Ahead>;
  stop(): void;
}

let reading: Reading | null = null;
let closing: Promise<unknown> = Promise.resolve();

/**
 * Starts to read a stored workspace while the node is asked who is signed in. Nothing of the workspace is shown before
 * the session names this person and this workspace; if it names others, all that was read is dropped.
 */
export function readAhead(workspaceId: string, userId: string): void {
  drop();
  const opened = openStorage(userId, workspaceId).then((storage) => {
    const copy = storage.loadReplica(workspaceId);
    // The engine handles a copy that cannot be read.
    copy.catch(() => undefined);
    return { storage, copy };
  });
  const stop = useSession.subscribe((session) => isStillTheirs(session, workspaceId, userId) || drop());
  reading = { workspaceId, userId, opened, stop };
}

/** What was read of this workspace for this person, once; null if nothing was. */
export async function takeAhead(workspaceId: string, userId: string): Promise<Ahead | null> {
  const it = reading;
  if (it?.workspaceId !== workspaceId || it.userId !== userId) {
    drop();
    return null;
  }
  reading = null;
  it.stop();
  return it.opened;
}

/** Closes the storage of this person that was opened early. Until it resolves, the opening could create a deleted database again. */
export function dropAhead(userId: string): Promise<unknown> {
  if (reading?.userId === userId) drop();
  return closing;
}

function drop(): void {
  const it = reading;
  reading = null;
  it?.stop();
  if (it) closing = Promise.allSettled([closing, it.opened.then(({ storage }) => storage.close())]);
}

/** False once the session names another person, or a person who has lost the workspace. */
function isStillTheirs(session: SessionState, workspaceId: string, userId: string): boolean {
  if (session.status === "unknown") return true;
  return session.status === "signedIn" && session.user.id === userId && session.workspaces.some(({ id }) => id === workspaceId);
}
