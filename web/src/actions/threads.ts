import { t } from "@lingui/core/macro";
import { dispatch } from "@/sync/store";
import type { Answer } from "@/sync/types";

export const resolveThread = (commentId: string): Promise<Answer> => dispatch({ kind: "comment.resolve", commentId }, { label: t`resolving a thread` });

export const reopenThread = (commentId: string): Promise<Answer> => dispatch({ kind: "comment.reopen", commentId }, { label: t`reopening a thread` });
