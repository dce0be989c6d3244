import { useState } from "react";
import { isTaken } from "./labels";
import styles from "./Settings.module.css";

interface LabelNameProps {
  name: string;
  label: string;
  /** Names that other labels have. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** A label's name being written: Enter keeps it, Esc and a name that is taken do not. */
export function LabelName({ name, label, taken, onName, onCancel }: LabelNameProps) {
  const [typed, setTyped] = useState(name);
  const wanted = typed.trim();
  const problem = isTaken(wanted, taken) ? "There is one by that name" : null;
  const settle = () => (wanted === "" || wanted === name || problem !== null ? onCancel() : onName(wanted));
  return (
    <>
      <input
        className={styles.rename}
        autoFocus
        aria-label={label}
        aria-invalid={problem !== null}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === "Enter" && problem === null) settle();
          if (event.key !== "Escape") return;
          event.stopPropagation();
          onCancel();
        }}
      />
      {problem !== null && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
