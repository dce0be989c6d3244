import { useCallback } from "react";
import { listApiKeys } from "@/api/apiKeys";
import { useLoaded } from "../useLoaded";

/** The person's keys in a workspace; null until they are loaded. */
export function useApiKeys(workspaceId: string) {
  const load = useCallback((signal?: AbortSignal) => listApiKeys(workspaceId, signal), [workspaceId]);
  const { state: keys, read } = useLoaded(load);
  return { keys, read };
}
