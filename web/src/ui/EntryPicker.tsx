import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useRef, useState, type ReactNode } from "react";
import { Button } from "./Button";
import styles from "./EntryPicker.module.css";
import { Popover, type PopoverProps } from "./Popover";
import { useOpen } from "./useOpen";
import { useTypedText } from "./useTypedText";

interface EntryPickerProps extends Omit<PopoverProps, "children" | "className"> {
  /** The value as a person types it; null if there is none, or if several tickets differ. */
  value: string | null;
  /** Null clears the value. */
  onChange: (text: string | null) => void;
  /** The reason why a text cannot be the value; null if it can. */
  objection: (text: string) => string | null;
  /** What was typed before the picker had the focus; the typed text starts with it. */
  typed?: string | undefined;
  keyboard?: "decimal" | "url" | undefined;
  /** True if the value cannot be cleared. */
  kept?: boolean | undefined;
  /** The name of the person who has changed the value last, if it is known. */
  changedBy?: string | null | undefined;
  /** A text that was typed before and not saved; null if there is none. */
  draft?: string | null | undefined;
  /** Called with each text that is not saved yet, and with null once there is none. */
  onDraft?: ((text: string | null) => void) | undefined;
}

/** Asks for a short text in a popover. Enter takes it, Escape leaves the value as it is. */
export function EntryPicker({ value, onChange, objection, typed, keyboard, kept, changedBy, draft, onDraft, open, onOpenChange, ...popover }: EntryPickerProps) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const take = (text: string | null) => {
    onDraft?.(null);
    onChange(text);
    setOpen(false);
  };
  return (
    <Popover {...popover} open={isOpen} onOpenChange={setOpen} className={styles.picker}>
      <Entry name={popover.name} value={value} objection={objection} typed={typed} keyboard={keyboard} kept={kept} changedBy={changedBy} draft={draft} onDraft={onDraft} onTake={take} />
    </Popover>
  );
}

interface EntryProps extends Pick<EntryPickerProps, "name" | "value" | "objection" | "typed" | "keyboard" | "kept" | "changedBy" | "draft" | "onDraft"> {
  onTake: (text: string | null) => void;
}

function Entry({ name, value, objection, typed, keyboard, kept = false, changedBy = null, draft = null, onDraft, onTake }: EntryProps) {
  const [text, setText] = useTypedText(typed, draft ?? value ?? "");
  // True until the person types again: the text is from before.
  const [isDraft, setIsDraft] = useState(typed === undefined && draft !== null);
  const write = (next: string) => {
    setText(next);
    setIsDraft(false);
    setProblem(null);
    onDraft?.(next.trim() === (value ?? "") ? null : next);
  };
  const [problem, setProblem] = useState<string | null>(null);
  const said = useId();
  const field = useRef<HTMLInputElement>(null);
  // The value that the person has seen, and the own text while the value of another person is shown.
  const [seen, setSeen] = useState(value);
  const [mine, setMine] = useState<string | null>(null);
  // A text that the person has not changed follows the value.
  if (value !== seen && text === (seen ?? "")) {
    setText(value ?? "");
    setSeen(value);
  }
  const isTheirs = mine !== null && text === (value ?? "");
  const isChanged = isTheirs || (value !== seen && text !== (value ?? ""));
  const show = (next: string, own: string | null) => {
    write(next);
    setMine(own);
    setSeen(value);
    field.current?.focus();
  };
  const take = () => {
    const written = text.trim();
    if (written === "" && value !== null && kept) return setProblem(t`This value is required.`);
    const found = written === "" ? null : objection(written);
    if (found === null) onTake(written === "" ? null : written);
    else setProblem(found);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the field of the form
    <form
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return;
        // The form around the picker would take the keys as its own.
        event.preventDefault();
        event.stopPropagation();
        take();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // In React, the event would reach the form around the picker, which would create a task without this value.
        event.stopPropagation();
        take();
      }}
    >
      <input
        ref={field}
        className={styles.typed}
        aria-label={name}
        aria-invalid={problem !== null}
        aria-describedby={said}
        autoComplete="off"
        inputMode={keyboard}
        dir="auto"
        data-autofocus
        value={text}
        onFocus={({ currentTarget }) => {
          if (typed === undefined) currentTarget.select();
          else currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length);
        }}
        onChange={({ target }) => write(target.value)}
      />
      {problem !== null && (
        <p id={said} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isChanged && <Theirs by={changedBy} shown={isTheirs} onShow={() => show(value ?? "", text)} onBack={() => show(mine ?? "", null)} />}
      {isDraft && text !== (value ?? "") && (
        <div className={styles.theirs} role="status">
          <span><Trans>You typed this earlier. It isn't saved yet.</Trans></span>
          <Button size="sm" onClick={() => show(value ?? "", null)}>
            <Trans>Discard</Trans>
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        <Button size="sm" variant="ghost" disabled={value === null || kept} onClick={() => onTake(null)}>
          <Trans>Clear</Trans>
        </Button>
        <Button size="sm" type="submit" variant="primary">
          {t`Save`}
        </Button>
      </div>
    </form>
  );
}

interface TheirsProps {
  /** The name of the person; null if it is not known. */
  by: string | null;
  /** True while the field shows the value of that person. */
  shown: boolean;
  onShow: () => void;
  onBack: () => void;
  /** What becomes of the own text. */
  children?: ReactNode;
}

/** Says that another person has changed the value that the field is about. The own text stays until the person asks for the newer one. */
export function Theirs({ by, shown, onShow, onBack, children }: TheirsProps) {
  const name = by ?? t`Someone`;
  return (
    <div className={styles.theirs} role="status">
      <span>
        {shown ? t`${name} entered this.` : t`${name} changed this.`} {!shown && children}
      </span>
      {/* The field keeps the focus under the pointer. */}
      <Button size="sm" onMouseDown={(event) => event.preventDefault()} onClick={shown ? onBack : onShow}>
        {shown ? t`Back to mine` : t`View theirs`}
      </Button>
    </div>
  );
}
