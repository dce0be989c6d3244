import type { PageTitle } from "@/wire/http.generated";
import { request } from "./session";

/** The title of a page of the web; empty if the node does not know it. */
export async function loadPageTitle(workspaceId: string, url: string): Promise<string> {
  const { title } = await request<PageTitle>(`/api/workspaces/${workspaceId}/page-title`, { body: { url } });
  return title;
}
