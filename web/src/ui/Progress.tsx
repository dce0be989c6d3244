import { cx } from "@/lib/cx";
import "./hues.css";
import styles from "./Progress.module.css";

interface ProgressProps {
  /** The task: "Upload". */
  name: string;
  /** 0 to 1; null while unknown. */
  share: number | null;
  tone?: "accent" | "done";
}

/** A progress bar. */
export function Progress({ name, share, tone = "accent" }: ProgressProps) {
  const percent = share === null ? undefined : Math.round(Math.min(Math.max(share, 0), 1) * 100);
  return (
    <div
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.track}
    >
      <div className={cx(styles.fill, tone === "done" && styles.done)} style={{ width: `${percent ?? 0}%` }} />
    </div>
  );
}
