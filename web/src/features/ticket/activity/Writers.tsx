import { othersAt } from "@/actions/marks";
import { cx } from "@/lib/cx";
import { memberName } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { presenceClass } from "@/ui/presence";
import styles from "./Activity.module.css";

/** "ana is writing", over the composer; the line keeps its place when nobody is. */
export function Writers({ ticketId }: { ticketId: string }) {
  const there = useTroupe((state) => othersAt(state, ticketId));
  const members = useTroupe((state) => state.members);
  const writers = there.filter(({ state, field }) => state === "typing" && field === "comment");
  const [first] = writers;
  const names = writers.map(({ userId }) => (members[userId] ? memberName(members[userId]) : "Somebody"));
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
            ? `${names.length} people are writing`
            : `${names.join(" and ")} ${names.length === 1 ? "is" : "are"} writing`}
        </>
      )}
    </p>
  );
}
