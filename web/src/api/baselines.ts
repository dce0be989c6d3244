import type { BaselineDates } from "@/wire/http.generated";
import { request } from "./session";

/** The dates that tickets had at the moment of a baseline. Only tickets that the person sees are included. */
export const loadBaselineDates = (workspaceId: string, baselineId: string, signal?: AbortSignal): Promise<BaselineDates> =>
  request(`/api/workspaces/${workspaceId}/baselines/${baselineId}/dates`, signal ? { signal } : {});
