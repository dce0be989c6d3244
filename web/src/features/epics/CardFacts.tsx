import type { Epic } from "@/fields/epics";
import { HealthMark } from "./HealthMark";
import { Meter } from "./Meter";
import styles from "./Epics.module.css";
import { Span } from "./Span";

/** What a card on the board of epics says besides the fields: health, dates and progress. */
export function CardFacts({ of }: { of: Epic }) {
  return (
    <span className={styles.facts}>
      <span className={styles.factLine}>
        <HealthMark of={of} />
        <Span from={of.startDate} to={of.endDate} due={of.ticket.dueDate} />
      </span>
      <Meter of={of} />
    </span>
  );
}
