import { useName } from "@/lib/useName";
import styles from "./Settings.module.css";

interface LabelNameProps {
  name: string;
  label: string;
  /** Names that other labels have. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** A label's name being written. */
export function LabelName({ label, ...rest }: LabelNameProps) {
  const { input, problem } = useName(rest);
  return (
    <>
      <input {...input} dir="auto" className={styles.rename} aria-label={label} />
      {problem !== null && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </>
  );
}
