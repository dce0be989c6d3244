import type { FactorRule, Me, SetFactorRule } from "@/wire/http.generated";
import { loadMe, request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/second-factor`;

/** Whether the members of a workspace need a second factor, and how many have none. For owners. */
export const loadFactorRule = (workspaceId: string, signal?: AbortSignal): Promise<FactorRule> => request(of(workspaceId), signal ? { signal } : {});

export const setFactorRule = (workspaceId: string, required: boolean): Promise<FactorRule> => request(of(workspaceId), { body: { required } satisfies SetFactorRule });

/** Asks the node whether the person has lost a workspace because it requires a second factor. If so, reads the session again. */
export async function noteWaiting(workspaceId: string): Promise<void> {
  const { waiting } = await request<Me>("/api/me");
  if (waiting?.some(({ id }) => id === workspaceId)) await loadMe();
}
