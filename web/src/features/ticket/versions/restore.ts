import { prepareRestore } from "@/api/versions";
import { bytesOfId } from "@/sync/texts/frames";
import { textHandle } from "@/sync/texts/room";

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);

/** How long the page may lack something that the update builds on, and how often it looks. */
const patienceMs = 8_000;
const lookMs = 100;
/** The document stays open for this long after a restore, so that the person can undo it. */
const undoableMs = 60_000;

const after = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Restores a version as a change of this page, so that people who are writing lose nothing. Returns a function that takes
 * the change back, or null if the description has this text.
 */
export async function restoreVersion(workspaceId: string, ticketId: string, versionId: string): Promise<(() => void) | null> {
  const handle = textHandle(ticketId);
  const release = handle.subscribe(() => undefined);
  let held = false;
  try {
    const { epoch, stateVector, update } = await prepareRestore(workspaceId, ticketId, versionId);
    if (update === null) return null;
    const made = { epoch: bytesOfId(epoch), stateVector: bytesOf(stateVector), update: bytesOf(update) };
    for (let waited = 0; waited < patienceMs; waited += lookMs) {
      const undo = handle.adopt(made);
      if (undo) {
        held = true;
        let usable = true;
        setTimeout(() => {
          usable = false;
          release();
        }, undoableMs);
        return () => {
          if (usable) undo();
          usable = false;
        };
      }
      await after(lookMs);
    }
    throw new NotRestored();
  } finally {
    if (!held) release();
  }
}

/** The page did not receive the node's document in time. */
export class NotRestored extends Error {
  override readonly name = "NotRestored";
}
