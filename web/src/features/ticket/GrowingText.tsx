import { useImperativeHandle, type ComponentPropsWithRef, type KeyboardEvent, type Ref } from "react";
import { useGrowing } from "@/lib/useGrowing";
import styles from "./Ticket.module.css";

interface GrowingTextProps extends Omit<ComponentPropsWithRef<"textarea">, "ref"> {
  /** Lets other components focus the text. */
  handle?: Ref<{ focus: () => void }>;
  value: string;
  onText: (text: string) => void;
  /** Called for Mod+Enter. */
  onSend?: () => void;
  /** Called for Esc; the text stays. */
  onLeave?: () => void;
  /** Sees each key first; true if the key needs nothing more. */
  onKey?: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean;
}

function focusAtEnd(area: HTMLTextAreaElement | null): void {
  if (!area) return;
  area.focus({ preventScroll: true });
  area.setSelectionRange(area.value.length, area.value.length);
  // The browser scrolls to the caret only when a character is typed.
  area.scrollTop = area.scrollHeight;
}

/** A text area that grows with its text. */
export function GrowingText({ handle, value, onText, onSend, onLeave, onKey, ...rest }: GrowingTextProps) {
  const own = useGrowing(value);
  useImperativeHandle(handle, () => ({ focus: () => focusAtEnd(own.current) }), [own]);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || onKey?.(event)) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      onSend?.();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      event.currentTarget.blur();
      onLeave?.();
    }
  };
  return (
    <textarea
      ref={own}
      className={styles.growing}
      dir="auto"
      rows={1}
      value={value}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={press}
      {...rest}
    />
  );
}
