import type { JoinDomains, RemoveJoinDomain, SetJoinDomain } from "@/wire/http.generated";
import { request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/domains`;

/** The mail domains whose people join a workspace when they sign up. For owners. */
export const loadJoinDomains = (workspaceId: string, signal?: AbortSignal): Promise<JoinDomains> => request(of(workspaceId), signal ? { signal } : {});

/** Adds a domain, or changes its role. */
export const setJoinDomain = (workspaceId: string, wanted: SetJoinDomain): Promise<JoinDomains> => request(of(workspaceId), { body: wanted });

export const removeJoinDomain = (workspaceId: string, domain: string): Promise<JoinDomains> => request(`${of(workspaceId)}/remove`, { body: { domain } satisfies RemoveJoinDomain });
