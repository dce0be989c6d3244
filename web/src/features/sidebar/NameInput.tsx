import type { ReactNode } from "react";
import { useName } from "@/lib/useName";
import styles from "./Sidebar.module.css";

interface NameInputProps {
  picture: ReactNode;
  label: string;
  initial?: string;
  /** Names that are taken. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** A list's name being written. */
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
