import type { AuditKind } from "@/wire/generated";
import type { AuditPage, AuditRetention } from "@/wire/http.generated";
import { request, requestRaw } from "./session";

/** Which records to read. A field that is left out filters nothing. */
export interface AuditFilter {
  by?: string;
  kind?: AuditKind;
  /** Instants; `to` is the first one that is too late. */
  from?: string;
  to?: string;
}

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/audit`;

/** A page of the log, newest first. `before` is the `next` of the page before. */
export function readAudit(workspaceId: string, filter: AuditFilter, before: string | null, signal?: AbortSignal): Promise<AuditPage> {
  const query = new URLSearchParams({ ...filter, ...(before !== null && { before }) });
  return request(`${of(workspaceId)}?${query.toString()}`, signal ? { signal } : {});
}

/** All records that the filter lets through, as a file. */
export async function auditFile(workspaceId: string, filter: AuditFilter, format: "csv" | "json"): Promise<Blob> {
  const query = new URLSearchParams({ ...filter, format });
  const answer = await requestRaw(`${of(workspaceId)}?${query.toString()}`, { accept: "*/*" });
  return answer.blob();
}

/** Sets for how many days the workspace keeps its records. */
export function keepAudit(workspaceId: string, days: number): Promise<void> {
  return request(`${of(workspaceId)}/retention`, { body: { days } satisfies AuditRetention });
}
