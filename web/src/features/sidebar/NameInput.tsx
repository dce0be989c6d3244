import type { ReactNode } from "react";
import { useName } from "@/lib/useName";
import styles from "./Sidebar.module.css";

interface NameInputProps {
  picture: ReactNode;
  label: string;
  initial?: string;
  /** Names of other lists. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** The field for a list's name. */
export function NameInput({ picture, label, initial = "", ...rest }: NameInputProps) {
  const { input, problem } = useName({ name: initial, ...rest });
  return (
    <>
      <div className={styles.input}>
        {picture}
        <input {...input} dir="auto" aria-label={label} />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
