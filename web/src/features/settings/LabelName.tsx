import { useName } from "@/lib/useName";
import styles from "./Settings.module.css";

interface LabelNameProps {
  name: string;
  label: string;
  /** The names of other labels. */
  taken: readonly string[];
  onName: (name: string) => void;
  onCancel: () => void;
}

/** The field for a label's name. */
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
