import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { laterComponent } from "@/lib/later";
import { formatDate, formatDateLong, nearDays, type PlainDate } from "@/lib/plainDate";
import { readDate } from "@/lib/typedDate";
import { Button } from "./Button";
import type { CalendarProps } from "./Calendar";
import styles from "./DatePicker.module.css";
import { Popover, type PopoverProps } from "./Popover";
import { useOpen } from "./useOpen";
import { useTypedText } from "./useTypedText";

const Calendar = laterComponent(async () => (await import("./Calendar")).Calendar);

interface DatePickerProps
  extends Omit<CalendarProps, "onPick">, Omit<PopoverProps, "children" | "className"> {
  /** Null clears the date. */
  onChange: (date: PlainDate | null) => void;
  /** What was typed before the picker had the focus; the typed date starts with it. */
  typed?: string | undefined;
  /** True if the date cannot be cleared. */
  kept?: boolean | undefined;
  /** Shown below the calendar. */
  foot?: ReactNode;
  /** Shown in place of the calendar. */
  instead?: ReactNode;
}

/** Picks a plain date (`YYYY-MM-DD`), typed in everyday form or chosen from a month. */
export function DatePicker({ value, onChange, min, max, typed, kept, foot, instead, open, onOpenChange, ...popover }: DatePickerProps) {
  const [isOpen, setOpen] = useOpen(open, onOpenChange);
  const pick = (date: PlainDate | null) => {
    onChange(date);
    setOpen(false);
  };
  return (
    <Popover {...popover} open={isOpen} onOpenChange={setOpen} className={styles.picker}>
      {instead ?? (
        <>
          <Days value={value} min={min} max={max} typed={typed} kept={kept} onPick={pick} />
          {foot && <div className={styles.more}>{foot}</div>}
        </>
      )}
    </Popover>
  );
}

/** The reason why a typed text is no date to pick; null if it is one. */
export function dateProblem(typed: string, { min, max }: Pick<CalendarProps, "min" | "max">): string | null {
  const read = readDate(typed);
  if (read === null) return t`“${typed}” isn't a date. Try “tomorrow”, “next Fri”, “3 Dec”, or “in 2 weeks”.`;
  if (min !== undefined && read < min) return earliest(formatDate(min));
  return max !== undefined && read > max ? latest(formatDate(max)) : null;
}

const earliest = (date: string) => t`The earliest date is ${date}.`;
const latest = (date: string) => t`The latest date is ${date}.`;

interface DaysProps extends Pick<DatePickerProps, "value" | "min" | "max" | "typed" | "kept"> {
  onPick: (date: PlainDate | null) => void;
}

function Days({ value, min, max, typed, kept = false, onPick }: DaysProps) {
  const [text, setText] = useTypedText(typed);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const said = useId();
  const read = readDate(text);
  const write = (next: string) => {
    setText(next);
    setProblem(null);
  };
  const take = () => {
    const written = text.trim();
    if (written === "") return;
    const found = dateProblem(written, { min, max });
    if (found !== null) setProblem(found);
    else if (read !== null) onPick(read);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    const inField = event.target === input.current;
    if (inField && event.key === "Enter") {
      event.preventDefault();
      take();
    } else if (!inField && /^[\p{L}\p{N}+]$/u.test(event.key)) {
      // A date can be typed wherever the focus is in the picker.
      event.preventDefault();
      write(text + event.key);
      input.current?.focus();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a handler for the keys of all its controls, which have the focus
    <div onKeyDown={onKeyDown}>
      <input
        ref={input}
        className={styles.typed}
        aria-label={t`Date`}
        aria-invalid={problem !== null}
        aria-describedby={said}
        placeholder={t`Type a date`}
        autoComplete="off"
        data-autofocus={typed !== undefined || undefined}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)}
        onChange={(event) => write(event.target.value)}
      />
      <p id={said} className={problem === null ? styles.read : styles.problem} role={problem === null ? "status" : "alert"}>
        {problem ?? (read === null ? "" : formatDateLong(read))}
      </p>
      {/* The calendar shows the month of the typed date. */}
      <Calendar key={read ?? "chosen"} value={read ?? value} onPick={onPick} min={min} max={max} />
      <div className={styles.foot}>
        {nearDays().map(([name, date]) => (
          <Button
            key={name}
            size="sm"
            variant="ghost"
            title={formatDateLong(date)}
            disabled={(min !== undefined && date < min) || (max !== undefined && date > max)}
            onClick={() => onPick(date)}
          >
            {name}
          </Button>
        ))}
        <Button size="sm" variant="ghost" disabled={value === null || kept} onClick={() => onPick(null)}>
          <Trans>Clear</Trans>
        </Button>
      </div>
    </div>
  );
}
