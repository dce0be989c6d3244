import { t } from "@lingui/core/macro";
import { useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from "react";

interface NameOptions {
  /** What it is called now; empty for something new. */
  name: string;
  /** Names that others have. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** Whether another has the name already; the same letters in another case are the same name. */
export const isNameTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((other) => other.toLocaleLowerCase() === name.trim().toLocaleLowerCase());

/** A name written in place: Enter and leaving keep it; Esc, an empty one and one that is taken do not. */
export function useName({ name, taken, onName, onCancel }: NameOptions) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const problem = isNameTaken(wanted, taken) ? t`That name is taken` : null;
  const settle = () => (wanted === "" || wanted === name || problem !== null ? onCancel() : onName(wanted));
  const input = {
    autoFocus: true,
    "aria-invalid": problem !== null,
    maxLength: 100,
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.target.select(),
    onBlur: settle,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && problem === null) settle();
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onCancel();
    },
  };
  return { input, problem };
}
