import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { BrokenStageArt, EmptyStageArt } from "./StageArt";

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** One primary action, and at most two others. */
  actions?: ReactNode;
}

interface EmptyPageProps extends EmptyStateProps {
  /** Whether there is nothing else on the page. The title is then the heading of the page. */
  alone?: boolean;
}

/** An empty page: the drawing, one line, and one action. */
export function EmptyState({ title, children, actions, alone = false }: EmptyPageProps) {
  const Title = alone ? "h1" : "h2";
  return (
    <div className={styles.empty}>
      <div className={styles.body}>
        <EmptyStageArt />
        <Title>{title}</Title>
        {children !== undefined && <p className={styles.text}>{children}</p>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}

interface ErrorStateProps extends EmptyStateProps {
  /** The exact error text, in mono. */
  detail?: string;
  /** Further actions below. */
  below?: ReactNode;
}

/** A failed page: the problem, whether edits are safe, and the next step. */
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
