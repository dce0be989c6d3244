import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
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
}

/** Asks for a short text in a popover. Enter takes it, Escape leaves the value as it is. */
export function EntryPicker({ value, onChange, objection, typed, keyboard, kept, open, onOpenChange, ...popover }: EntryPickerProps) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const take = (text: string | null) => {
    onChange(text);
    setOpen(false);
  };
  return (
    <Popover {...popover} open={isOpen} onOpenChange={setOpen} className={styles.picker}>
      <Entry name={popover.name} value={value} objection={objection} typed={typed} keyboard={keyboard} kept={kept} onTake={take} />
    </Popover>
  );
}

interface EntryProps extends Pick<EntryPickerProps, "name" | "value" | "objection" | "typed" | "keyboard" | "kept"> {
  onTake: (text: string | null) => void;
}

function Entry({ name, value, objection, typed, keyboard, kept = false, onTake }: EntryProps) {
  const [text, setText] = useTypedText(typed, value ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const said = useId();
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
        onChange={({ target }) => {
          setText(target.value);
          setProblem(null);
        }}
      />
      {problem !== null && (
        <p id={said} className={styles.problem} role="alert">
          {problem}
        </p>
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
