import { t } from "@lingui/core/macro";
import { isBlank } from "@/lib/text";
import type { Activity, Command } from "@/wire/generated";
import { newestFirst } from "../details/details";
import type { CommandRules, Kind } from "./kind";
import { ticketName } from "./ticket/words";
import type { World } from "./world";

/** Comments are the activities that people write; the node writes the others. */
export const activity: Kind<"activity"> = {
  commands: {
    "comment.create": {
      predict(world, { commentId, ticketId, message, replyTo, passage }, { me, at }) {
        const ticket = world.ticket(ticketId);
        if (!ticket || isBlank(message)) return;
        if (replyTo !== undefined && !resolve(world, replyTo, null)) return;
        const { comments, commentedByUserIds } = ticket;
        world.rows.patch("ticket", ticketId, {
          comments: comments + 1,
          commentedByUserIds: [...new Set([...commentedByUserIds, me])],
        });
        const comment: Activity = {
          id: commentId,
          ticketId,
          kind: "comment",
          userId: me,
          message,
          data: replyTo ? { replyTo } : passage ? { passage } : null,
          createdAt: at,
          updatedAt: null,
        };
        world.detail(ticketId, (held) => ({ activities: [comment, ...held.activities].toSorted(newestFirst) }));
      },
      inverse: (_, { commentId }) => [{ kind: "comment.delete", commentId }],
      touches: ({ commentId, ticketId }) => [
        { id: commentId, fields: ["id"] },
        { id: ticketId, fields: ["comments"] },
      ],
      stepName: () => t`adding a comment`,
      describe: (view, { ticketId, message }) => ({ what: t`Comment on ${ticketName(view, ticketId)}`, text: message }),
    },
    "comment.update": {
      predict(world, { commentId, message }, { me, at }) {
        const comment = ownComment(world, commentId, me);
        if (!comment || isBlank(message) || comment.message === message) return;
        world.detail(comment.ticketId, ({ activities }) => ({
          activities: activities.map((one) => (one.id === commentId ? { ...one, message, updatedAt: at } : one)),
        }));
      },
      inverse({ details }, { commentId }) {
        const comments = Object.values(details).flatMap((held) => held.activities);
        const message = comments.find(({ id }) => id === commentId)?.message;
        return message ? [{ kind: "comment.update", commentId, message }] : null;
      },
      touches: ({ commentId }) => [{ id: commentId, fields: ["message"] }],
      stepName: () => t`editing a comment`,
      describe: (_, { message }) => ({ what: t`Edited comment`, text: message }),
    },
    "comment.delete": {
      predict(world, { commentId }, { me }) {
        const ticketId = ownComment(world, commentId, me)?.ticketId;
        if (!ticketId) return;
        const count = world.ticket(ticketId)?.comments ?? 0;
        world.rows.patch("ticket", ticketId, { comments: Math.max(0, count - 1) });
        world.detail(ticketId, ({ activities, reactions }) => ({
          activities: activities.filter(({ id }) => id !== commentId),
          reactions: reactions.filter(({ activityId }) => activityId !== commentId),
        }));
      },
      inverse: () => null,
      touches: ({ commentId }) => [{ id: commentId, fields: ["message"] }],
      stepName: () => t`deleting a comment`,
      describe: () => ({ what: t`Deleting a comment`, text: null }),
    },
    "comment.resolve": ofThread("comment.reopen"),
    "comment.reopen": ofThread("comment.resolve"),
  },
};

/** A comment, if it is known here, and so if its ticket is opened. */
function found(world: World, id: string): Activity | undefined {
  const ticketId = world.ticketOfActivity(id);
  return ticketId ? world.details[ticketId]?.activities.find((one) => one.id === id) : undefined;
}

/** Resolves or reopens the thread of a comment, if it is known here. False if the comment is a reply. */
function resolve(world: World, id: string, now: object | null): boolean {
  const first = found(world, id);
  const { resolved, ...data } = first?.data ?? {};
  if (data.replyTo) return false;
  if (!first || !resolved === !now) return true;
  const next = now ? { ...data, resolved: now } : data;
  world.detail(first.ticketId, ({ activities }) => ({
    activities: activities.map((one) => (one === first ? { ...one, data: Object.keys(next)[0] ? next : null } : one)),
  }));
  return true;
}

/** The command that resolves or reopens a thread, and which is taken back by the other one. */
function ofThread(inverse: "comment.resolve" | "comment.reopen"): CommandRules<Extract<Command, { kind: "comment.resolve" | "comment.reopen" }>> {
  return {
    predict: (world, { commentId }, { me, at }) => void resolve(world, commentId, inverse === "comment.reopen" ? { userId: me, at } : null),
    inverse: (_, { commentId }) => [{ kind: inverse, commentId }],
    touches: ({ commentId }) => [{ id: commentId, fields: ["data"] }],
    stepName: () => t`changing a thread`,
    describe: () => ({ what: t`Change to a thread`, text: null }),
  };
}

/** A comment that the person may change; undefined where the ticket is not opened. */
function ownComment(world: World, id: string, me: string): Activity | undefined {
  const comment = found(world, id);
  return comment?.kind === "comment" && comment.userId === me ? comment : undefined;
}
