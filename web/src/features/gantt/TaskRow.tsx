import { Trans } from "@lingui/react/macro";
import { memo, useRef } from "react";
import { selectedSet } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { spanOf } from "@/fields/schedule/span";
import { status as statusField } from "@/fields/status";
import { cx } from "@/lib/cx";
import { useTroupe } from "@/sync/store";
import { ErrorBoundary } from "@/ui/ErrorBoundary";
import type { Ticket } from "@/wire/generated";
import { useBaseline } from "./baseline";
import { Bar } from "./Bar";
import { useChart } from "./chart";
import styles from "./Row.module.css";
import { EmptyLane } from "./EmptyLane";
import { driftOf } from "./dates";
import { useHand } from "./hand";
import { OffScreen } from "./OffScreen";
import { Followed, Origin, Planned } from "./Outlines";
import { TreeCell } from "./TreeCell";
import { useRowFocus } from "./useRowFocus";

export interface TaskRowProps {
  lineKey: string;
  ticketId: string;
  /** The row number for screen readers: from 1, with the head. */
  rowIndex: number;
  top: number;
  level: number;
  hasChildren: boolean;
  folded: boolean;
  /** The part of this row that has the keyboard focus. */
  active: "name" | "bar" | null;
  open: boolean;
  /** The days that the subtasks take together, if there are any with dates. */
  start: string | null;
  end: string | null;
  /** True if the critical path is shown and the ticket is on it. */
  critical: boolean;
  /** The slack in working days, while the critical path is shown. */
  slack: number | null;
}

/** One ticket: its place in the tree, and its bar. It renders only when its own row, its marks or its place change. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const ticket = useTroupe((state) => state.tickets[props.ticketId]);
  if (!ticket) return null;
  return (
    <ErrorBoundary of={ticket} fallback={<NotDisplayed top={props.top} rowIndex={props.rowIndex} />}>
      <Row {...props} ticket={ticket} />
    </ErrorBoundary>
  );
});

function NotDisplayed({ top, rowIndex }: Pick<TaskRowProps, "top" | "rowIndex">) {
  return (
    <div role="row" aria-rowindex={rowIndex} className={styles.row} style={{ top }}>
      <div role="gridcell" className={styles.tree}>
        <Trans>This task can't be displayed.</Trans>
      </div>
    </div>
  );
}

function Row(props: TaskRowProps & { ticket: Ticket }) {
  const { ticket, lineKey, rowIndex, top, level, hasChildren, folded, active, open, start, end, critical, slack } = props;
  const { acts } = useChart();
  const row = useRef<HTMLDivElement>(null);
  const selected = useTarget((target) => selectedSet(target.selected).has(ticket.id));
  const category = useTroupe((state) => {
    const look = statusField.value.options.find(state, ticket.statusId)?.look;
    return look?.is === "status" ? look.category : "byDefault";
  });
  // While the bar is in the hand, the row shows where it would be.
  const inHand = useHand(({ moving }) => moving.get(ticket.id));
  const dates = inHand ?? ticket;
  // A parent takes the days of its subtasks, also while they are in the hand.
  const bracket = useHand(({ brackets }) => brackets.get(ticket.id));
  const stored = start !== null && end !== null ? ({ start, end, kind: "parent" } as const) : spanOf(ticket);
  const span = stored?.kind === "parent" ? { ...stored, ...bracket } : spanOf(dates);
  const planned = useBaseline((baseline) => baseline.dates.get(ticket.id)) ?? null;
  // A bracket has no fill that could cover the same days.
  const isDrawn = planned !== null && (span?.kind !== "parent" || driftOf(planned, { startDate: span.start, dueDate: span.end }) !== null);
  useRowFocus(row, active);
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={rowIndex}
      aria-level={level + 1}
      aria-selected={selected}
      {...(hasChildren && { "aria-expanded": !folded })}
      className={cx(styles.row, selected && styles.selected, open && styles.open, category === "completed" && styles.done, category === "canceled" && styles.canceled)}
      style={{ top }}
      data-line={lineKey}
    >
      <TreeCell ticket={ticket} lineKey={lineKey} level={level} hasChildren={hasChildren} folded={folded} active={active === "name"} selected={selected} />
      <div
        role="gridcell"
        aria-colindex={2}
        // A picker that closes gives the focus back to the cell.
        tabIndex={-1}
        className={styles.lane}
        onFocus={(event) => event.target === event.currentTarget && acts.stand(lineKey, "bar")}
      >
        {planned && isDrawn && <Planned dates={planned} />}
        {inHand && stored && <Origin span={stored} />}
        <Followed ticketId={ticket.id} />
        {span ? (
          <>
            <Bar ticket={ticket} span={span} dates={dates} lineKey={lineKey} category={category} active={active === "bar"} selected={selected} inHand={inHand !== undefined} critical={critical} slack={slack} planned={planned} />
            <OffScreen span={span} />
          </>
        ) : (
          <EmptyLane ticket={ticket} lineKey={lineKey} active={active === "bar"} />
        )}
      </div>
    </div>
  );
}
