import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { BrokenStageArt, EmptyStageArt } from "./StageArt";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** One primary, at most two beside it. */
  actions?: ReactNode;
}

/** Nothing is here: the stage, one line, and one thing to do. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <div className={styles.body}>
        <EmptyStageArt />
        <h2>{title}</h2>
        {children !== undefined && <p className={styles.text}>{children}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

interface ErrorStateProps extends EmptyStateProps {
  /** The exact words of the failure, in mono. */
  detail?: string;
  /** What the person may still want of it. */
  below?: ReactNode;
}

/** Something stopped: what, whether the work is safe, and what to do. */
export function ErrorState({ title, children, actions, detail, below }: ErrorStateProps) {
  return (
    <div className={styles.empty} role="alert">
      <div className={styles.body}>
        <BrokenStageArt />
        <h2>{title}</h2>
        <p className={styles.text}>{children}</p>
        {detail !== undefined && <pre className={styles.detail}>{detail}</pre>}
        {below !== undefined && <div className={styles.below}>{below}</div>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
