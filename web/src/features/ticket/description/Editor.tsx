import { t } from "@lingui/core/macro";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useGrowing } from "@/lib/useGrowing";
import { OfferedPeople } from "../mentions/OfferedPeople";
import { useMentions } from "../mentions/useMentions";
import styles from "./Description.module.css";

interface EditorProps {
  ticketId: string;
  text: string;
  /** True if the person opened the editor; false if it came back with a draft. */
  takesFocus: boolean;
  onWrite: (text: string) => void;
  onEnd: () => void;
  /** The edit ended by Esc or Mod+Enter, so the focus has to move on from the editor. */
  onEndByKey: () => void;
}

/** The description as Markdown, while it is edited. An `@` offers the people of the workspace. */
export function Editor({ ticketId, text, takesFocus, onWrite, onEnd, onEndByKey }: EditorProps) {
  const area = useGrowing(text);
  const mentions = useMentions(ticketId, text, onWrite);
  const pressed = usePressed();
  useEffect(() => {
    const field = area.current;
    // A person who is already in the editor keeps their place.
    if (!takesFocus || !field || field === document.activeElement) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(field.value.length, field.value.length);
  }, [takesFocus, area]);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.press(event)) return;
    const done = event.key === "Escape" || (event.key === "Enter" && (event.metaKey || event.ctrlKey));
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
    onEndByKey();
  };
  // The formatted text is not as tall as the editor. A pressed element must not move away before the button is
  // released.
  const leave = () => {
    mentions.close();
    if (!pressed.current) return onEnd();
    const end = () => setTimeout(onEnd);
    window.addEventListener("pointerup", end, { once: true });
  };
  return (
    <div className={styles.editing}>
      <textarea
        ref={area}
        className={styles.editor}
        dir="auto"
        aria-label={t`Description`}
        placeholder={t`Write in Markdown. Type #12 or a task key to link to a task, @ to mention a person.`}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
        {...mentions.area}
      />
      {mentions.list && <OfferedPeople {...mentions.list} onChoose={mentions.choose} top={mentions.bottom + 4} />}
    </div>
  );
}

/** True while a mouse button or a finger is down. */
function usePressed() {
  const pressed = useRef(false);
  useEffect(() => {
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    const set = (now: boolean) => () => {
      pressed.current = now;
    };
    window.addEventListener("pointerdown", set(true), options);
    window.addEventListener("pointerup", set(false), options);
    window.addEventListener("pointercancel", set(false), options);
    return () => end.abort();
  }, []);
  return pressed;
}
