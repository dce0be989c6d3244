import type { Overview } from "@/wire/http.generated";
import { request } from "./session";

export function loadOverview(signal?: AbortSignal): Promise<Overview> {
  return request("/api/admin/overview", signal ? { signal } : {});
}
