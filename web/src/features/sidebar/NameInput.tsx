import { useState, type KeyboardEvent, type ReactNode } from "react";
import styles from "./Sidebar.module.css";

interface NameInputProps {
  picture: ReactNode;
  label: string;
  initial?: string;
  /** Names that somebody else has. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** A name written in place: Enter keeps it, Esc and leaving it empty do not. */
export function NameInput({ picture, label, initial = "", taken, onName, onCancel }: NameInputProps) {
  const [value, setValue] = useState(initial);
  const name = value.trim();
  const problem = taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? "There is one by that name" : null;
  const settle = () => {
    if (name === "" || name === initial || problem !== null) onCancel();
    else onName(name);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && problem === null) settle();
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  };
  return (
    <>
      <div className={styles.input}>
        {picture}
        <input
          autoFocus
          aria-label={label}
          aria-invalid={problem !== null}
          maxLength={100}
          value={value}
          onChange={(event) => setValue(event.target.value)}
          onFocus={(event) => event.target.select()}
          onKeyDown={press}
          onBlur={settle}
        />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
