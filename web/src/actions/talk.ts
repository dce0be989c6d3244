import { t } from "@lingui/core/macro";
import { dispatch, newId } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { LinkKind, Passage, Reaction } from "@/wire/generated";

/** Writes a comment: a reply to the first comment of a thread, a comment on a passage of the description, or neither. */
export function comment(ticketId: string, message: string, about: { replyTo?: string; passage?: Passage } = {}): { commentId: string; answer: Promise<Answer> } {
  const commentId = newId();
  const answer = dispatch(
    { kind: "comment.create", commentId, ticketId, message, ...about },
    { label: about.replyTo === undefined ? t`adding a comment` : t`adding a reply` },
  );
  return { commentId, answer };
}

export const editComment = (commentId: string, message: string): Promise<Answer> =>
  dispatch({ kind: "comment.update", commentId, message });

export const deleteComment = (commentId: string): Promise<Answer> => dispatch({ kind: "comment.delete", commentId });

/** Adds the person's reaction, or removes it if it exists. */
export function toggleReaction(
  activityId: string,
  emoji: string,
  me: string | null,
  reactions: readonly Pick<Reaction, "activityId" | "emoji" | "userId">[],
): Promise<Answer> {
  const there = reactions.some((it) => it.activityId === activityId && it.emoji === emoji && it.userId === me);
  return dispatch({ kind: there ? "reaction.remove" : "reaction.add", activityId, emoji });
}

/** The kind of a link, as seen from one of its ends. */
export type LinkSide = "blocks" | "blockedBy" | "relates" | "duplicates" | "duplicatedBy";

export function linkTickets(ticketId: string, side: LinkSide, otherId: string): Promise<Answer> {
  const turned = side === "blockedBy" || side === "duplicatedBy";
  const linkKind: LinkKind = side === "relates" ? "relates" : side.startsWith("block") ? "blocks" : "duplicates";
  const [fromTicketId, toTicketId] = turned ? [otherId, ticketId] : [ticketId, otherId];
  return dispatch({ kind: "link.create", linkId: newId(), linkKind, fromTicketId, toTicketId }, { label: t`adding a link` });
}

export const unlink = (linkId: string): Promise<Answer> => dispatch({ kind: "link.delete", linkId }, { label: t`removing a link` });
