import { useRef, type ReactNode } from "react";
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
  /** A control behind the field. The name is kept when the focus leaves both. */
  more?: ReactNode;
}

/** The field for a list's name. */
export function NameInput({ picture, label, initial = "", more, ...rest }: NameInputProps) {
  const { input, problem } = useName({ name: initial, ...rest });
  const { onBlur, ...field } = input;
  const row = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={row} className={styles.input} onBlur={({ relatedTarget }) => !row.current?.contains(relatedTarget) && onBlur()}>
        {picture}
        <input {...field} dir="auto" aria-label={label} />
        {more}
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
