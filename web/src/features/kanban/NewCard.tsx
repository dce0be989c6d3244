import { t } from "@lingui/core/macro";
import { useNewTitle, type NewTitleProps } from "@/actions/useNewTitle";
import styles from "./Kanban.module.css";

interface NewCardProps extends NewTitleProps {
  /** The name of the column. */
  name: string;
}

/**
 * A field for titles at the top of a column. Enter creates a card and keeps the field for the next; Esc closes the
 * field.
 */
export function NewCard({ name, ...rest }: NewCardProps) {
  return (
    <div className={styles.newCard}>
      <textarea autoFocus rows={2} aria-label={t`Title of the new task in ${name}`} {...useNewTitle(rest)} />
    </div>
  );
}
