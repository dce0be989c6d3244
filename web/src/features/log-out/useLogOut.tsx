import { plural, t } from "@lingui/core/macro";
import { useState, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { later } from "@/lib/later";
import { ConfirmDialog } from "@/ui/Dialog";
import { tellRefusal } from "@/ui/Toast";

const leaving = later(() => import("./leaving"));

/**
 * Logging out deletes all data of a person on this machine, so edits that the server does not have need a confirmation.
 */
export function useLogOut(userId: string): { logOut: () => Promise<void>; question: ReactNode } {
  const [lost, setLost] = useState(0);
  const logOut = async () => {
    try {
      const { unsentEdits, leave } = await leaving.load();
      const count = await unsentEdits(userId);
      if (count > 0) setLost(count);
      else await leave(userId);
    } catch (thrown) {
      tellRefusal(messageOf(thrown));
    }
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
      onConfirm={() => void leaving.load().then(({ leave }) => leave(userId))}
    />
  );
  return { logOut, question };
}
