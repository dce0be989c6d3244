import { t } from "@lingui/core/macro";
import { SmilePlus } from "lucide-react";
import { useState } from "react";
import { toggleReaction } from "@/actions/talk";
import { useMayOnAll } from "@/actions/useMay";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { IconButton } from "@/ui/IconButton";
import { Popover } from "@/ui/Popover";
import { Tooltip } from "@/ui/Tooltip";
import type { Reaction } from "@/wire/generated";
import { inRow } from "@/words/isolate";
import styles from "./Activity.module.css";
import { gathered, isEmoji } from "./gather";

const offered = ["👍", "👎", "😄", "🎉", "😕", "❤️", "🚀", "👀"];

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

/** A few emojis to pick, and a field for any other. */
export function AddReaction({ activityId, reactions, round = false }: AddReactionProps) {
  const me = useTroupe((state) => state.me);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const react = (emoji: string) => {
    setOpen(false);
    setTyped("");
    void toggleReaction(activityId, emoji, me, reactions);
  };
  return (
    <Popover
      name={t`Add reaction`}
      open={open}
      onOpenChange={setOpen}
      className={styles.emojis}
      trigger={<IconButton icon={SmilePlus} name={t`Add reaction`} {...(round && { className: styles.round })} />}
    >
      <div className={styles.offered}>
        {offered.map((emoji) => (
          <button key={emoji} type="button" className={styles.emoji} aria-label={t`React with ${emoji}`} onClick={() => react(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isEmoji(typed)) react(typed.trim());
        }}
      >
        <input
          className={styles.emojiInput}
          aria-label={t`Other emoji`}
          placeholder={t`Type an emoji, then press Enter`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Popover>
  );
}
