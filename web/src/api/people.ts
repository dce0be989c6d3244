import type { People, PersonOfWorkspace } from "@/wire/http.generated";
import { request, requestRaw } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/people`;

/** The addresses and the last activity of a workspace's people, for those who may manage members. */
export async function listPeople(workspaceId: string, signal?: AbortSignal): Promise<PersonOfWorkspace[]> {
  const { people } = await request<People>(of(workspaceId), signal ? { signal } : {});
  return people;
}

/** The people of a workspace as a CSV file. */
export async function peopleFile(workspaceId: string): Promise<Blob> {
  const answer = await requestRaw(`${of(workspaceId)}?format=csv`, { accept: "text/csv" });
  return answer.blob();
}
