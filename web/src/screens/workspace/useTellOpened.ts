import { useEffect } from "react";
import { tellOpened } from "@/api/profile";

/** Lets the account remember the workspace that is open. */
export function useTellOpened(workspaceId: string): void {
  useEffect(() => {
    // Without the node, the account keeps the workspace that was open before.
    tellOpened(workspaceId).catch(() => undefined);
  }, [workspaceId]);
}
