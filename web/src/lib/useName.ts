import { t } from "@lingui/core/macro";
import { useState, type ChangeEvent, type FocusEvent, type KeyboardEvent } from "react";

interface NameOptions {
  /** The present name; empty for a new thing. */
  name: string;
  /** The names of the others. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** True if another has the name already; case does not count. */
export const isNameTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((other) => other.toLocaleLowerCase() === name.trim().toLocaleLowerCase());

/** A name edited in place. Enter and blur keep the name. Esc, an empty name and a taken name do not. */
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
