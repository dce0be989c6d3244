import type { SprintDays, Velocities } from "@/wire/http.generated";
import { request } from "./session";

/** The figures of a sprint on each day that changed them. */
export const loadSprintDays = (workspaceId: string, sprintId: string, signal?: AbortSignal): Promise<SprintDays> =>
  request(`/api/workspaces/${workspaceId}/sprints/${sprintId}/days`, signal ? { signal } : {});

/** What the sprints that were completed last have done. */
export const loadVelocity = (workspaceId: string, signal?: AbortSignal): Promise<Velocities> =>
  request(`/api/workspaces/${workspaceId}/velocity`, signal ? { signal } : {});
