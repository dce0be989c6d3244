import { t } from "@lingui/core/macro";
import { useImperativeHandle, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import { useGrowing } from "@/lib/useGrowing";
import { asText, chipAt, taking, typed, withTokens, type Naming, type Written } from "./chips";
import styles from "./NewTicketDialog.module.css";
import { Suggestions } from "./Suggestions";
import { useSuggestions } from "./useSuggestions";

interface TitleFieldProps {
  written: Written;
  /** What the title may name now. */
  naming: () => Naming;
  invalid: boolean;
  onWritten: (written: Written) => void;
  onEnter: () => void;
  /** Returns true if it has handled the pasted text. */
  onPaste: (text: string) => boolean;
  /** Puts the focus into the field. */
  handle: RefObject<{ focus: () => void } | null>;
}

/** The title of a new task. Values that it names become chips as soon as they are complete. */
export function TitleField({ written, naming, invalid, onWritten, onEnter, onPaste, handle }: TitleFieldProps) {
  const { title } = written.draft;
  const area = useGrowing(title);
  // Where the caret belongs after the next render: React puts it at the end of a text that it has changed.
  const caret = useRef<number | null>(null);
  useImperativeHandle(handle, () => ({ focus: () => area.current?.focus() }));
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const suggestions = useSuggestions({
    known: () => naming().known,
    onChosen: (token, at) => {
      const taken = withTokens(written, [token], naming(), at);
      caret.current = taken.caret;
      onWritten(taken.written);
      area.current?.focus();
    },
  });
  const type = (text: string, at: number, composing: boolean) => {
    const next = typed(written, text.replace(/[\r\n]+/g, " "));
    // Text that an input method is still composing is not a word yet.
    const took = composing ? { written: next, caret: at } : taking(next, naming(), at);
    if (took.written !== next) caret.current = took.caret;
    suggestions.look(took.written.draft.title, took.caret);
    onWritten(took.written);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || suggestions.press(event) || event.metaKey || event.ctrlKey || event.altKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const chip = event.key === "Backspace" && selectionStart === selectionEnd ? chipAt(written, selectionStart) : undefined;
    if (chip) {
      event.preventDefault();
      const back = asText(written, chip, naming());
      caret.current = back.caret;
      onWritten(back.written);
    } else if (event.key === "Enter") {
      // A title is one line even if it wraps, so Enter creates the task.
      event.preventDefault();
      onEnter();
    }
  };
  return (
    <>
      <textarea
        ref={area}
        className={styles.title}
        dir="auto"
        rows={1}
        autoFocus
        aria-label={t`Title`}
        aria-invalid={invalid}
        placeholder={t`Title`}
        value={title}
        onChange={({ target, nativeEvent }) => type(target.value, target.selectionStart, (nativeEvent as InputEvent).isComposing === true)}
        onPaste={(event) => {
          if (onPaste(event.clipboardData.getData("text/plain"))) event.preventDefault();
        }}
        onKeyDown={press}
        onBlur={suggestions.close}
        {...suggestions.area}
      />
      {suggestions.list && <Suggestions {...suggestions.list} onChoose={suggestions.choose} />}
    </>
  );
}
