import { plural, t } from "@lingui/core/macro";
import { listed } from "@/words/i18n";
import { othersAt } from "@/actions/marks";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import styles from "./Activity.module.css";

/** "ana is typing…", above the composer. The line keeps its height when it is empty. */
export function Writers({ ticketId }: { ticketId: string }) {
  const there = useTroupe((state) => othersAt(state, ticketId));
  const members = useTroupe((state) => state.members);
  const writers = there.filter(({ state, field }) => state === "typing" && field === "comment");
  const [first] = writers;
  const names = writers.map(({ userId }) => (members[userId] ? memberName(members[userId]) : t`Someone`));
  return (
    <p className={styles.writers} role="status">
      {first && (
        <>
          <span className={cx(styles.dashes, presenceClass(first.userId))} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {names.length > 2
            ? plural(names.length, { one: "# person is typing…", other: "# people are typing…" })
            : plural(names.length, { one: `${listed(names)} is typing…`, other: `${listed(names)} are typing…` })}
        </>
      )}
    </p>
  );
}
