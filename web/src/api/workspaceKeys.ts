import type { MadeWorkspaceKey, NewApiKey, WorkspaceKeys } from "@/wire/http.generated";
import { request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/workspace-keys`;

/** The API keys that belong to the workspace itself, newest first, and the capabilities that the person may give to a new one. */
export const listWorkspaceKeys = (workspaceId: string, signal?: AbortSignal): Promise<WorkspaceKeys> => request(of(workspaceId), signal ? { signal } : {});

/** Makes an API key of a workspace. Only this answer holds the key itself. */
export const makeWorkspaceKey = (workspaceId: string, body: NewApiKey): Promise<MadeWorkspaceKey> => request(of(workspaceId), { body });

export const revokeWorkspaceKey = (workspaceId: string, id: string): Promise<void> => request(`${of(workspaceId)}/${id}/revoke`, { method: "POST" });
