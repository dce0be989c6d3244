import { useCallback } from "react";
import { listWorkspaceKeys } from "@/api/workspaceKeys";
import { useLoaded } from "../useLoaded";

/** The keys of a workspace; null until they are loaded. */
export function useWorkspaceKeys(workspaceId: string) {
  const load = useCallback((signal?: AbortSignal) => listWorkspaceKeys(workspaceId, signal), [workspaceId]);
  const { state: loaded, read } = useLoaded(load);
  return { loaded, read };
}
