import type { JobsOverview, Overview } from "@/wire/http.generated";
import { request } from "./session";

export function loadOverview(signal?: AbortSignal): Promise<Overview> {
  return request("/api/admin/overview", signal ? { signal } : {});
}

export function loadJobs(signal?: AbortSignal): Promise<JobsOverview> {
  return request("/api/admin/jobs", signal ? { signal } : {});
}

/** Gives a dead letter all its tries again. */
export function retryJob(id: string): Promise<void> {
  return request(`/api/admin/jobs/${id}/retry`, { method: "POST" });
}

/** Deletes a dead letter. */
export function discardJob(id: string): Promise<void> {
  return request(`/api/admin/jobs/${id}/discard`, { method: "POST" });
}
