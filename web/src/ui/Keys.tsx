import { t } from "@lingui/core/macro";
import { cx } from "@/lib/cx";
import { keysNow, useOwnKeys } from "@/lib/ownKeys";
import styles from "./Keys.module.css";

const onMac = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

const signs: Record<string, string> = {
  ...(onMac && { Mod: "⌘", Alt: "⌥" }),
  Shift: "⇧",
  Enter: "↵",
  Backspace: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** Keys that are named by a word, as printed on the keyboard. */
export function wordOn(key: string): string {
  switch (key) {
    case "Mod":
      return t`Ctrl`;
    case "Click":
      return t`click`;
    case "Alt":
      return t`Alt`;
    case "Delete":
      return t`Del`;
    case "Escape":
      return t`Esc`;
    case "Space":
      return t`Space`;
    case "Tab":
      return t`Tab`;
    case "Home":
      return t`Home`;
    case "End":
      return t`End`;
    case "PageUp":
      return t`Page up`;
    case "PageDown":
      return t`Page down`;
    default:
      return key;
  }
}

interface KeysProps {
  /** The name of a shortcut: its default keys ("Mod+K", "Shift+L", or a sequence: "G A"). The person's own keys are shown. */
  keys: string;
  tone?: "inset" | "inverse" | "bare";
}

/** The keys of a combination or of a sequence; "+" may be a key itself. */
export const partsOf = (keys: string): readonly string[] => keys.match(/[^+ ]+|\+(?=$| )/g) ?? [];

/** A key hint, for menus, the palette and tooltips. Nothing for a shortcut that the person has switched off. */
export function Keys({ keys, tone }: KeysProps) {
  const now = useOwnKeys((state) => keysNow(keys, state));
  return now === "" ? null : <Caps keys={now} {...(tone && { tone })} />;
}

/** Keys just as they are written. */
export function Caps({ keys, tone = "inset" }: KeysProps) {
  return (
    <span className={cx(styles.keys, tone !== "inset" && styles[tone])} aria-hidden>
      {partsOf(keys).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- M M is twice the same key
        <kbd key={at} className={styles.key}>
          {signs[part] ?? wordOn(part)}
        </kbd>
      ))}
    </span>
  );
}
