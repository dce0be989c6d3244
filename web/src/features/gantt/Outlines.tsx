import { spanOf } from "@/fields/schedule/span";
import { cx } from "@/lib/cx";
import type { Ticket } from "@/wire/generated";
import { boxOf } from "./boxes";
import { useChart } from "./chart";
import { useHand } from "./hand";
import styles from "./Bar.module.css";

/** Where a bar in the hand came from. */
export function Origin({ ticket }: { ticket: Ticket }) {
  const { axis } = useChart();
  const span = spanOf(ticket);
  return span && <i className={cx(styles.outline, styles.origin)} style={boxOf(axis, span)} aria-hidden />;
}

/** Where a task would be that follows the bar in the hand. */
export function Followed({ ticketId }: { ticketId: string }) {
  const { axis } = useChart();
  const dates = useHand(({ following }) => following.get(ticketId));
  const span = dates && spanOf(dates);
  return span ? <i className={cx(styles.outline, styles.followed)} style={boxOf(axis, span)} aria-hidden /> : null;
}
