import { t } from "@lingui/core/macro";
import type { Reaction } from "@/wire/generated";
import type { Kind } from "./kind";

interface Reacted {
  activityId: string;
  emoji: string;
}

const touches = ({ activityId }: Reacted) => [{ id: activityId, fields: ["reactions"] }];
const stepName = () => t`reaction`;
const describe = (_: unknown, { emoji }: Reacted) => ({ what: t`Reaction ${emoji}`, text: null });

export const reaction: Kind<"reaction"> = {
  commands: {
    "reaction.add": {
      predict(world, command, { me, at, commandId }) {
        const { activityId, emoji } = command;
        const ticketId = world.ticketOfActivity(activityId);
        if (!ticketId) return;
        world.detail(ticketId, ({ reactions }) => {
          const there = reactions.some((one) => isMine(one, command, me));
          const mine = { id: commandId, activityId, ticketId, userId: me, emoji, createdAt: at };
          return { reactions: there ? reactions : [...reactions, mine] };
        });
      },
      inverse: (_, command) => [{ ...command, kind: "reaction.remove" }],
      touches,
      stepName,
      describe,
    },
    "reaction.remove": {
      predict(world, command, { me }) {
        const ticketId = world.ticketOfActivity(command.activityId);
        if (!ticketId) return;
        world.detail(ticketId, ({ reactions }) => ({ reactions: reactions.filter((one) => !isMine(one, command, me)) }));
      },
      inverse: (_, command) => [{ ...command, kind: "reaction.add" }],
      touches,
      stepName,
      describe,
    },
  },
};

function isMine(reaction: Reaction, { activityId, emoji }: Reacted, me: string): boolean {
  return reaction.userId === me && reaction.activityId === activityId && reaction.emoji === emoji;
}
