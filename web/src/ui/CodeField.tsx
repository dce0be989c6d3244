import { useEffect, useRef } from "react";
import styles from "./CodeField.module.css";
import { TextField } from "./Field";

interface CodeFieldProps {
  label: string;
  value: string;
  error?: string | null | undefined;
  hint?: string | undefined;
  /** The length of a code. The last digit submits the form. */
  digits?: number;
  onChange: (code: string) => void;
}

/** A code as people type it, without its spaces. */
export const withoutSpaces = (code: string): string => code.replace(/\s/g, "");

/** A field for a code of digits. The last digit submits the form, once for each code, whether typed, pasted or filled in. */
export function CodeField({ label, value, error, hint, digits = 8, onChange }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isWhole = /^\d+$/.test(withoutSpaces(value)) && withoutSpaces(value).length === digits;
  // A code that was refused is still in the field when the form is shown again, and must not be sent again.
  const sent = useRef(isWhole ? value : "");
  useEffect(() => {
    if (!isWhole || sent.current === value) return;
    sent.current = value;
    input.current?.form?.requestSubmit();
  }, [isWhole, value]);
  // Typing replaces a code that was refused.
  useEffect(() => {
    if (error) input.current?.select();
  }, [error]);
  return (
    <TextField
      ref={input}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      tall
      className={styles.code}
      value={value}
      error={error}
      hint={hint}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
