import { cx } from "@/lib/cx";
import styles from "./Keys.module.css";

const onMac = typeof navigator !== "undefined" && /mac|iphone|ipad/i.test(navigator.userAgent);

const signs: Record<string, string> = {
  Mod: onMac ? "⌘" : "Ctrl",
  Shift: "⇧",
  Alt: onMac ? "⌥" : "Alt",
  Enter: "↵",
  Backspace: "⌫",
  Delete: "Del",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Space: "Space",
};

interface KeysProps {
  /** "Mod+K", "Shift+L", or one after the other: "G A". */
  keys: string;
  tone?: "inset" | "inverse" | "bare";
}

/** A key hint, for menus, the palette and tooltips. */
export function Keys({ keys, tone = "inset" }: KeysProps) {
  const parts = keys.split(/[+ ]/).filter(Boolean);
  return (
    <span className={cx(styles.keys, tone !== "inset" && styles[tone])} aria-hidden>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- M M is twice the same key
        <kbd key={at} className={styles.key}>
          {signs[part] ?? part}
        </kbd>
      ))}
    </span>
  );
}
