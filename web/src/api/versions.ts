import type { DescriptionVersions, RestoredDescription, WholeDescriptionVersion } from "@/wire/http.generated";
import { request } from "./session";

const path = (workspaceId: string, ticketId: string) => `/api/workspaces/${workspaceId}/tickets/${ticketId}/versions`;

/** The versions of a description, newest first. `before` is the `next` of the page before. */
export const loadVersions = (workspaceId: string, ticketId: string, before: string | null, signal?: AbortSignal): Promise<DescriptionVersions> =>
  request(`${path(workspaceId, ticketId)}${before === null ? "" : `?${new URLSearchParams({ before })}`}`, signal ? { signal } : {});

/** A version with its text. */
export const loadVersion = (workspaceId: string, ticketId: string, versionId: string, signal?: AbortSignal): Promise<WholeDescriptionVersion> =>
  request(`${path(workspaceId, ticketId)}/${versionId}`, signal ? { signal } : {});

/** The update that restores a version. */
export const prepareRestore = (workspaceId: string, ticketId: string, versionId: string): Promise<RestoredDescription> =>
  request(`${path(workspaceId, ticketId)}/${versionId}/restore`, { body: {} });
