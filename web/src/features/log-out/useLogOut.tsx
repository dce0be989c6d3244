import { plural, t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { signOut } from "@/api/session";
import { forgetDrafts } from "@/lib/drafts";
import { orphanedEdits } from "@/sync/storage/orphanedEdits";
import { closeWorkspace, forget, useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";

/** A page that cannot load the code of texts has not written any. */
const unsentTexts = (userId: string): Promise<number> =>
  import("@/sync/texts/textDatabase").then((texts) => texts.unsentTexts(userId)).catch(() => 0);

/**
 * Logging out deletes all data of a person on this machine, so edits that the server does not have need a confirmation.
 */
export function useLogOut(userId: string): { logOut: () => Promise<void>; question: ReactNode } {
  const [lost, setLost] = useState(0);
  const leave = async () => {
    await closeWorkspace();
    await forget(userId);
    forgetDrafts(userId);
    await signOut().catch((thrown: unknown) => tell({ text: t`Logged out on this device only. ${messageOf(thrown)}` }));
  };
  const logOut = async () => {
    const { waiting, refusals, damaged } = useTroupe.getState();
    // Edits of this tab may be in memory only; those of other tabs are on the disk.
    const edits = Math.max(waiting + refusals.length + damaged.length, (await orphanedEdits(userId)).length);
    const count = edits + (await unsentTexts(userId));
    if (count > 0) setLost(count);
    else await leave();
  };
  const question = (
    <ConfirmDialog
      danger
      open={lost > 0}
      title={plural(lost, { one: "Log out and lose # edit?", other: "Log out and lose # edits?" })}
      text={plural(lost, {
        one: "It hasn't reached the server. Logging out deletes all your data from this device.",
        other: "They haven't reached the server. Logging out deletes all your data from this device.",
      })}
      confirm={t`Log out`}
      cancel={t`Stay logged in`}
      onCancel={() => setLost(0)}
      onConfirm={() => void leave()}
    />
  );
  return { logOut, question };
}
