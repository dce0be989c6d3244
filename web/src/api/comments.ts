import type { CommentVersions } from "@/wire/http.generated";
import { request } from "./session";

/** The texts that a comment had before it was edited, newest first. */
export const commentVersions = (workspaceId: string, ticketId: string, commentId: string): Promise<CommentVersions> =>
  request(`/api/workspaces/${workspaceId}/tickets/${ticketId}/comments/${commentId}/versions`);
