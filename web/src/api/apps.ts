import type { AnswerApp, AppAnswer, AppAsks, Apps, RegisterApp, RegisteredApp } from "@/wire/http.generated";
import { request } from "./session";

const of = (workspaceId: string) => `/api/workspaces/${workspaceId}/apps`;

/** The apps of a workspace, ordered by name. */
export const listApps = async (workspaceId: string, signal?: AbortSignal): Promise<RegisteredApp[]> =>
  (await request<Apps>(of(workspaceId), signal ? { signal } : {})).apps;

export const registerApp = (workspaceId: string, body: RegisterApp): Promise<RegisteredApp> => request(of(workspaceId), { body });

/** Removes an app, and ends the keys that people have given to it. */
export const removeApp = (workspaceId: string, id: string): Promise<void> => request(`${of(workspaceId)}/${id}/remove`, { method: "POST" });

/** Reads the request of an app. Returns the question to the person, or the redirect URL with an error for the app. */
export const askForApp = (body: AppAsks): Promise<AppAnswer> => request("/api/authorization/ask", { body });

/** Sends the person's answer. Returns the redirect URL that the browser must open. */
export async function answerApp(body: AnswerApp): Promise<string> {
  const { returnTo } = await request<AppAnswer>("/api/authorization/answer", { body });
  if (returnTo === null) throw new Error("the answer has no address");
  return returnTo;
}
