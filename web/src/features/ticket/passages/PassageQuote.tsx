import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/IconButton";
import { tell } from "@/ui/Toast";
import type { Passage } from "@/wire/generated";
import styles from "./Passages.module.css";
import { keepPassage, showPassage, usePassages } from "./usePassages";

interface PassageQuoteProps {
  commentId: string;
  passage: Passage;
  /** True if the thread is resolved: the description then has no highlight. */
  resolved: boolean;
}

/** The words of the description that a comment is about. */
export function PassageQuote({ commentId, passage: { words }, resolved }: PassageQuoteProps) {
  const gone = usePassages((state) => state.gone[commentId]);
  if (resolved) return <span className={cx(styles.quote, styles.gone)} dir="auto">{words}</span>;
  if (gone)
    return (
      <span className={cx(styles.quote, styles.gone)} dir="auto">
        <Trans>No longer in the description:</Trans> {words}
      </span>
    );
  const show = () => {
    if (!showPassage(commentId)) tell({ text: t`This text isn't shown in the description right now.` });
  };
  return (
    <button type="button" className={styles.quote} dir="auto" aria-label={t`Show in the description: ${words}`} onClick={show}>
      {words}
    </button>
  );
}

/** Above the field of new comments: the words that the next comment is about. */
export function DraftPassage({ ticketId, passage }: { ticketId: string; passage: Passage }) {
  return (
    <div className={styles.draft} role="group" aria-label={t`Comment on selected text`}>
      <span className={styles.quote} dir="auto">{passage.words}</span>
      <IconButton icon={X} size="xs" name={t`Remove quoted text`} onClick={() => keepPassage(ticketId, null)} />
    </div>
  );
}
