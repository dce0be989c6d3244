import { t } from "@lingui/core/macro";
import { useNewTitle, type NewTitleProps } from "@/actions/useNewTitle";
import styles from "./Kanban.module.css";

interface NewCardProps extends NewTitleProps {
  /** The column's. */
  name: string;
}

/** A title on top of a column: Enter makes a card and stays for the next, Esc leaves. */
export function NewCard({ name, ...rest }: NewCardProps) {
  return (
    <div className={styles.newCard}>
      <textarea autoFocus rows={2} aria-label={t`Title of the new task in ${name}`} {...useNewTitle(rest)} />
    </div>
  );
}
