import { t } from "@lingui/core/macro";
import { SmilePlus } from "lucide-react";
import { toggleReaction } from "@/actions/talk";
import { useMayOnAll } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Tooltip } from "@/ui/Tooltip";
import type { Reaction } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import styles from "./Activity.module.css";
import { EmojiPicker } from "./EmojiPicker";
import { gathered } from "./gather";

/** The reactions to one comment. A click adds the person's own or removes it, if the person may react. */
export function Reactions({ ticketId, activityId, reactions }: { ticketId: string; activityId: string; reactions: readonly Reaction[] }) {
  const me = useTroupe((state) => state.me);
  const members = useTroupe((state) => state.members);
  const mayReact = useMayOnAll("comment", [ticketId]);
  const groups = gathered(reactions, me);
  if (groups.length === 0) return null;
  const nameOf = (id: string) => (members[id] ? memberName(members[id]) : t`Someone`);
  return (
    <div className={styles.reactions} role="group" aria-label={t`Reactions`}>
      {groups.map(({ emoji, userIds, mine }) => {
        const who = inRow(userIds.map(nameOf));
        const name = t`${emoji} ${userIds.length}, by ${who}`;
        const content = (
          <>
            <span aria-hidden>{emoji}</span>
            {userIds.length}
          </>
        );
        return (
          <Tooltip key={emoji} name={who}>
            {mayReact ? (
              <button
                type="button"
                className={cx(styles.reaction, mine && styles.mine)}
                aria-pressed={mine}
                aria-label={name}
                onClick={() => void toggleReaction(activityId, emoji, me, reactions)}
              >
                {content}
              </button>
            ) : (
              <span role="img" className={cx(styles.reaction, mine && styles.mine)} aria-label={name}>
                {content}
              </span>
            )}
          </Tooltip>
        );
      })}
      {mayReact && <AddReaction activityId={activityId} reactions={reactions} round />}
    </div>
  );
}

interface AddReactionProps {
  activityId: string;
  reactions: readonly Reaction[];
  round?: boolean;
}

/** Adds the person's reaction. */
export function AddReaction({ activityId, reactions, round = false }: AddReactionProps) {
  const me = useTroupe((state) => state.me);
  return (
    <EmojiPicker
      icon={SmilePlus}
      name={t`Add reaction`}
      nameOf={(emoji) => t`React with ${emoji}`}
      className={round ? styles.round : undefined}
      onPick={(emoji) => void toggleReaction(activityId, emoji, me, reactions)}
    />
  );
}
