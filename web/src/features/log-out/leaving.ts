import { t } from "@lingui/core/macro";
import { messageOf } from "@/api/error";
import { signOut } from "@/api/session";
import { forgetDrafts } from "@/lib/forgetDrafts";
import { forgetUploads } from "@/lib/keptUploads";
import { orphanedEdits } from "@/sync/storage/orphanedEdits";
import { closeWorkspace, forget, useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";

export { LogOutQuestion } from "./LogOutQuestion";

/** If the page cannot load the code for texts, it has written none, so no text is unsent. */
const unsentTexts = (userId: string): Promise<number> =>
  import("@/sync/texts/textDatabase").then((texts) => texts.unsentTexts(userId)).catch(() => 0);

/** How many edits of a person would be lost, because the server does not have them. */
export async function unsentEdits(userId: string): Promise<number> {
  const { waiting, refusals, damaged } = useTroupe.getState();
  // Edits of this tab may be in memory only; the edits of other tabs are on the disk.
  const edits = Math.max(waiting + refusals.length + damaged.length, (await orphanedEdits(userId)).length);
  return edits + (await unsentTexts(userId));
}

/** Logs out, and deletes all data of the person on this machine. */
export async function leave(userId: string): Promise<void> {
  await closeWorkspace();
  await forget(userId).catch((thrown: unknown) => tell({ text: t`Your data couldn't be deleted from this device. ${messageOf(thrown)}` }));
  forgetDrafts(userId);
  forgetUploads();
  try {
    const url = await signOut();
    if (url !== undefined) (await import("./leaveProvider")).leaveProvider(url);
  } catch (thrown) {
    tell({ text: t`Logged out on this device only. ${messageOf(thrown)}` });
  }
}
