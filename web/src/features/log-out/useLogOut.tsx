import { useState, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { signOut } from "@/api/session";
import { counted } from "@/lib/names";
import { leftBehind } from "@/sync/leftBehind";
import { closeWorkspace, forget, useTroupe } from "@/sync/store";
import { ConfirmDialog } from "@/ui/Dialog";
import { tell } from "@/ui/Toast";

/** Logging out leaves nothing of a person on this machine: what the server does not have yet is asked about first. */
export function useLogOut(userId: string): { logOut: () => Promise<void>; question: ReactNode } {
  const [lost, setLost] = useState(0);
  const leave = async () => {
    await closeWorkspace();
    await forget(userId);
    await signOut().catch((thrown: unknown) => tell({ text: `Logged out here only. ${messageOf(thrown)}` }));
  };
  const logOut = async () => {
    const { waiting, refusals, damaged } = useTroupe.getState();
    // Those of this tab may be in memory alone, those of others only on the disk.
    const count = Math.max(waiting + refusals.length + damaged.length, (await leftBehind(userId)).length);
    if (count > 0) setLost(count);
    else await leave();
  };
  const question = (
    <ConfirmDialog
      danger
      open={lost > 0}
      title={`Log out and lose ${counted(lost, "edit")}?`}
      text={`${lost === 1 ? "It has" : "They have"} not reached the server, and logging out leaves nothing of yours on this device.`}
      confirm="Log out"
      cancel="Stay"
      onCancel={() => setLost(0)}
      onConfirm={() => void leave()}
    />
  );
  return { logOut, question };
}
