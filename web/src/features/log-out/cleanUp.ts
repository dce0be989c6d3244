import { create } from "zustand";
import { keepSessionEnd, sessionEnd, useSession, type SessionEnd } from "@/api/session";
import { forgetDrafts, setDraftsAside } from "@/lib/draftOwners";
import { forgetUploads } from "@/lib/keptUploads";
import { forgetStorage } from "@/sync/storage/databases";
import { deleteCopies } from "@/sync/storage/deleteCopies";
import { whileAway } from "@/sync/store";

/** Why the data of an ended session could not be deleted from this device; null if it is deleted. */
export const useCleanUp = create<{ failure: unknown }>(() => ({ failure: null }));

let cleaning: Promise<void> | null = null;

/** Deletes the data of the person whose session has ended. If that fails, the next start of the app tries again. */
export function cleanUp(): Promise<void> {
  cleaning ??= cleanUpNow().finally(() => {
    cleaning = null;
  });
  return cleaning;
}

async function cleanUpNow(): Promise<void> {
  const end = sessionEnd();
  if (end === null) return;
  try {
    await whileAway(end.userId, () => deleteDataOf(end));
    if (sessionEnd()?.userId === end.userId) keepSessionEnd(null);
    useCleanUp.setState({ failure: null });
  } catch (failure) {
    useCleanUp.setState({ failure });
  }
}

/** Unsent edits and drafts wait for the person, unless the account was deleted. */
async function deleteDataOf({ userId, gone }: SessionEnd): Promise<void> {
  const another = useSession.getState().status === "signedIn";
  // A page that was closing may have kept another draft meanwhile.
  if (!another) setDraftsAside(userId);
  forgetUploads();
  if (!gone) return deleteCopies(userId);
  await forgetStorage(userId);
  forgetDrafts(userId, !another);
}
