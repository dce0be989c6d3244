import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import { useMediaQuery } from "@/lib/useMediaQuery";
import type { InboxLine } from "@/sync/inbox";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import styles from "./InboxList.module.css";
import { InboxRow, type InboxRowProps } from "./InboxRow";
import { sectionsOf } from "./sections";

interface InboxListProps extends Omit<InboxRowProps, "line" | "touch"> {
  lines: readonly InboxLine[];
  /** The time that the lines are of. */
  now: number;
}

/** The lines of the inbox, by day. */
export function InboxList({ lines, now, ...rest }: InboxListProps) {
  const sections = useMemo(() => sectionsOf(lines, new Date(now)), [lines, now]);
  const touch = useMediaQuery("(hover: none)");
  return (
    <div className={styles.list}>
      {sections.map(({ name, lines: of }) => (
        <section key={name} aria-label={name}>
          <h2 className={styles.day}>{name}</h2>
          <ul>
            {of.map((line) => (
              <ErrorBoundary key={line.ticketId} of={line} fallback={<li className={styles.line}>{t`This task can't be displayed.`}</li>}>
                <InboxRow line={line} touch={touch} {...rest} />
              </ErrorBoundary>
            ))}
          </ul>
        </section>
      ))}
      {touch && (
        <p className={styles.hint}>
          <Trans>Swipe a task left to mark it as done, or right to snooze it.</Trans>
        </p>
      )}
    </div>
  );
}
