import { create } from "zustand";
import { dropSessionEnd, kept, sessionEnds, useSession, type SessionEnd } from "@/api/session";
import { forgetDrafts } from "@/lib/forgetDrafts";
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
  try {
    for (const end of sessionEnds()) {
      await whileAway(end.userId, () => deleteDataOf(end));
      dropSessionEnd(end.userId);
    }
    useCleanUp.setState({ failure: null });
  } catch (failure) {
    useCleanUp.setState({ failure });
  }
}

/** Unsent edits and drafts wait for the person, unless the account was deleted. */
async function deleteDataOf({ userId, gone }: SessionEnd): Promise<void> {
  // The uploads are those of the person who is here by now, in this tab or in another one.
  if (kept() === null && useSession.getState().status !== "signedIn") forgetUploads();
  if (!gone) return deleteCopies(userId);
  await forgetStorage(userId);
  forgetDrafts(userId);
}
