import type { Activity, Command } from "@/wire/generated";
import { newestFirst } from "../details/details";
import type { PredictContext, World } from "./world";

type CommentCommand = Extract<Command, { kind: `${"comment" | "reaction"}.${string}` }>;

export function predictComment(world: World, command: CommentCommand, context: PredictContext): void {
  switch (command.kind) {
    case "comment.create": {
      const ticket = world.ticket(command.ticketId);
      if (!ticket) return;
      const { comments, commentedByUserIds } = ticket;
      world.rows.patch("ticket", ticket.id, {
        comments: comments + 1,
        commentedByUserIds: [...new Set([...commentedByUserIds, context.me])],
      });
      const activity: Activity = {
        id: command.commentId,
        ticketId: command.ticketId,
        kind: "comment",
        userId: context.me,
        message: command.message,
        data: null,
        createdAt: context.at,
        updatedAt: null,
      };
      return world.detail(ticket.id, (held) => ({ activities: [activity, ...held.activities].toSorted(newestFirst) }));
    }
    case "comment.update":
      return patchActivity(world, command.commentId, { message: command.message, updatedAt: context.at });
    case "comment.delete": {
      const ticketId = world.ticketOfActivity(command.commentId);
      if (!ticketId) return;
      const count = world.ticket(ticketId)?.comments ?? 0;
      world.rows.patch("ticket", ticketId, { comments: Math.max(0, count - 1) });
      return world.detail(ticketId, (held) => ({
        activities: held.activities.filter((it) => it.id !== command.commentId),
        reactions: held.reactions.filter((it) => it.activityId !== command.commentId),
      }));
    }
    case "reaction.add": {
      const ticketId = world.ticketOfActivity(command.activityId);
      if (!ticketId) return;
      const { activityId, emoji } = command;
      return world.detail(ticketId, ({ reactions }) => {
        const there = reactions.some((it) => isMine(it, command, context.me));
        const mine = { id: context.commandId, activityId, ticketId, userId: context.me, emoji, createdAt: context.at };
        return { reactions: there ? reactions : [...reactions, mine] };
      });
    }
    case "reaction.remove": {
      const ticketId = world.ticketOfActivity(command.activityId);
      if (!ticketId) return;
      return world.detail(ticketId, ({ reactions }) => ({
        reactions: reactions.filter((it) => !isMine(it, command, context.me)),
      }));
    }
  }
}

interface Reacted {
  activityId: string;
  emoji: string;
}

function isMine(reaction: Reacted & { userId: string }, wanted: Reacted, me: string): boolean {
  return reaction.userId === me && reaction.activityId === wanted.activityId && reaction.emoji === wanted.emoji;
}

function patchActivity(world: World, activityId: string, patch: Partial<Activity>): void {
  const ticketId = world.ticketOfActivity(activityId);
  if (!ticketId) return;
  world.detail(ticketId, (held) => ({
    activities: held.activities.map((it) => (it.id === activityId ? { ...it, ...patch } : it)),
  }));
}
