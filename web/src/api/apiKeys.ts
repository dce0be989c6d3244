import type { ApiKey, ApiKeys, MadeApiKey, NewApiKey } from "@/wire/http.generated";
import { request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/api-keys`;

/** The person's API keys in a workspace, the newest first. */
export const listApiKeys = async (workspaceId: string, signal?: AbortSignal): Promise<ApiKey[]> =>
  (await request<ApiKeys>(of(workspaceId), signal ? { signal } : {})).keys;

/** Makes an API key. The answer holds the key itself, which no later answer does. */
export const makeApiKey = (workspaceId: string, body: NewApiKey): Promise<MadeApiKey> => request(of(workspaceId), { body });

export const revokeApiKey = (workspaceId: string, id: string): Promise<void> => request(`${of(workspaceId)}/${id}/revoke`, { method: "POST" });
