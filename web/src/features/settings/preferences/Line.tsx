import type { ReactNode } from "react";
import styles from "./Preferences.module.css";

/** One choice: its name at the left, and the control at the right. */
export function Line({ name, hint, children }: { name: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.line}>
      <span>
        {name}
        {hint !== undefined && <small className={styles.hint}>{hint}</small>}
      </span>
      {children}
    </div>
  );
}
