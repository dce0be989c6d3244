import { t } from "@lingui/core/macro";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/ui/IconButton";
import { Popover } from "@/ui/Popover";
import styles from "./Activity.module.css";
import { isEmoji } from "./gather";

const offered = ["👍", "👎", "😄", "🎉", "😕", "❤️", "🚀", "👀"];

interface EmojiPickerProps {
  icon: LucideIcon;
  name: string;
  /** The name of the button that picks an emoji. */
  nameOf: (emoji: string) => string;
  className?: string | undefined;
  onPick: (emoji: string) => void;
  /** Called instead of focusing the button. */
  onReturnFocus?: () => void;
}

/** A few emojis to pick, and a field for any other. */
export function EmojiPicker({ icon, name, nameOf, className, onPick, onReturnFocus }: EmojiPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const pick = (emoji: string) => {
    setOpen(false);
    setTyped("");
    onPick(emoji);
  };
  return (
    <Popover name={name} open={open} onOpenChange={setOpen} onReturnFocus={onReturnFocus} className={styles.emojis} trigger={<IconButton icon={icon} name={name} {...(className !== undefined && { className })} />}>
      <div className={styles.offered}>
        {offered.map((emoji) => (
          <button key={emoji} type="button" className={styles.emoji} aria-label={nameOf(emoji)} onClick={() => pick(emoji)}>
            {emoji}
          </button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // Without this, the form of an edited comment around the picker would be submitted as well.
          event.stopPropagation();
          if (isEmoji(typed)) pick(typed.trim());
        }}
      >
        <input className={styles.emojiInput} aria-label={t`Other emoji`} placeholder={t`Type an emoji, then press Enter`} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </form>
    </Popover>
  );
}
