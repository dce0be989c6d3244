import { spanOf, type Dates, type Span } from "@/fields/schedule/span";
import { cx } from "@/lib/cx";
import { boxOf } from "./boxes";
import { useChart } from "./chart";
import { useHand } from "./hand";
import styles from "./Bar.module.css";

/** The outline of a dragged bar at its old dates. */
export function Origin({ span }: { span: Pick<Span, "start" | "end"> & { kind: Span["kind"] | "parent" } }) {
  const { axis } = useChart();
  return <i className={cx(styles.outline, styles.origin)} style={boxOf(axis, span)} aria-hidden />;
}

/** The outline of a follower at the dates that it would get. */
export function Followed({ ticketId }: { ticketId: string }) {
  const { axis } = useChart();
  const dates = useHand(({ following }) => following.get(ticketId));
  const span = dates && spanOf(dates);
  return span ? <i className={cx(styles.outline, styles.followed)} style={boxOf(axis, span)} aria-hidden /> : null;
}

/** Where a task was when the baseline was set. */
export function Planned({ dates }: { dates: Dates }) {
  const { axis } = useChart();
  const span = spanOf(dates);
  return span ? <i className={cx(styles.outline, styles.baseline, span.kind === "milestone" && styles.point)} style={boxOf(axis, span)} aria-hidden /> : null;
}
