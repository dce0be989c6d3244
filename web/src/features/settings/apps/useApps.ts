import { useCallback } from "react";
import { listApps } from "@/api/apps";
import { useLoaded } from "../useLoaded";

/** The apps of a workspace; null until they are loaded. */
export function useApps(workspaceId: string) {
  const load = useCallback((signal?: AbortSignal) => listApps(workspaceId, signal), [workspaceId]);
  const { state: apps, read } = useLoaded(load);
  return { apps, read };
}
