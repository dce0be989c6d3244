import type { FactorRule, Me, SetFactorRule } from "@/wire/http.generated";
import { loadMe, request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/second-factor`;

/** Whether the members of a workspace need a second factor, and how many have none. For owners. */
export const loadFactorRule = (workspaceId: string, signal?: AbortSignal): Promise<FactorRule> => request(of(workspaceId), signal ? { signal } : {});

export const setFactorRule = (workspaceId: string, required: boolean): Promise<FactorRule> => request(of(workspaceId), { body: { required } satisfies SetFactorRule });

/**
 * Asks the node whether the person has lost a workspace because it requires a second factor. If so, reads the session
 * again. Returns true if the workspace is lost for another reason.
 */
export async function noteWaiting(workspaceId: string): Promise<boolean> {
  const { waiting, workspaces } = await request<Me>("/api/me");
  const isIt = ({ id }: { id: string }) => id === workspaceId;
  const waits = waiting?.some(isIt) === true;
  if (waits) await loadMe();
  return !waits && !workspaces.some(isIt);
}
