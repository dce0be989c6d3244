import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { collidingLinks } from "@/fields/schedule/cascade";
import { dependencyOf, joinedBy, type End } from "@/fields/schedule/ends";
import { spanOf, type Days } from "@/fields/schedule/span";
import { cx } from "@/lib/cx";
import { rowsOf } from "@/sync/tables/tableCopy";
import { useTroupe } from "@/sync/store";
import { arrowPath, crossing, endOf, headPath, lagGap, type Drawn, type Ends } from "./arrows";
import styles from "./Arrows.module.css";
import { boxOf } from "./boxes";
import { useChart } from "./chart";
import { useGanttView } from "./ganttView";
import { useHand } from "./hand";

interface ArrowsProps {
  /** The line of each ticket, if it has one. */
  lineOf: ReadonlyMap<string, number>;
  parents: ReadonlyMap<string, Days>;
  rowHeight: number;
  from: number;
  to: number;
  critical: ReadonlySet<string>;
  /** The link whose menu is open. */
  picked: string | null;
  onPick: (linkId: string, at: { x: number; y: number }) => void;
}

/** The dependencies between bars. Only those that touch or cross the rows in sight are drawn. */
export const Arrows = memo(function Arrows({ lineOf, parents, rowHeight, from, to, critical, picked, onPick }: ArrowsProps) {
  const { axis } = useChart();
  const tickets = useTroupe((state) => state.tickets);
  const links = useTroupe((state) => state.links);
  const linkLags = useTroupe((state) => state.linkLags);
  const statuses = useTroupe((state) => state.statuses);
  const moving = useHand((hand) => hand.moving);
  const brackets = useHand((hand) => hand.brackets);
  const all = useMemo(
    () =>
      rowsOf(links).flatMap((link): Drawn[] => {
        const [fromLine, toLine] = [lineOf.get(link.fromTicketId), lineOf.get(link.toTicketId)];
        if (link.kind !== "blocks" || fromLine === undefined || toLine === undefined) return [];
        const { ends, lag } = dependencyOf({ linkLags }, link.id);
        return [{ linkId: link.id, fromId: link.fromTicketId, toId: link.toTicketId, fromLine, toLine, lag, ...joinedBy(ends) }];
      }),
    [links, linkLags, lineOf],
  );
  const rolled = useGanttView((view) => view.settings.parents !== "own");
  const bad = useMemo(() => collidingLinks({ tickets, links, linkLags, statuses, rolled }), [tickets, links, linkLags, statuses, rolled]);
  const boxFor = (ticketId: string) => {
    const parent = parents.get(ticketId);
    const ticket = tickets[ticketId];
    const own = ticket && spanOf(moving.get(ticketId) ?? ticket);
    const span = parent ? { ...parent, ...brackets.get(ticketId), kind: "parent" as const } : own;
    return span ? boxOf(axis, span) : null;
  };
  return (
    <svg className={styles.arrows} width={1} height={1} aria-hidden>
      {crossing(all, from, to).map(({ linkId, fromId, toId, fromLine, toLine, fromEnd, toEnd, lag }) => {
        const [fromBox, toBox] = [boxFor(fromId), boxFor(toId)];
        if (!fromBox || !toBox) return null;
        const [one, other] = [endOf(fromBox, fromEnd), endOf(toBox, toEnd)];
        const ends: Ends = { x1: one.x, y1: (fromLine + 0.5) * rowHeight, leaves: one.outwards, x2: other.x, y2: (toLine + 0.5) * rowHeight, arrives: toEnd === "start" ? 1 : -1 };
        const path = arrowPath(ends, rowHeight);
        const earlier = -lag;
        return (
          <g key={linkId} className={cx(styles.arrow, critical.has(linkId) && styles.critical, bad.has(linkId) && styles.bad, picked === linkId && styles.picked)} data-link={linkId}>
            <path d={path} className={styles.line} />
            <path d={headPath(ends)} className={styles.head} />
            {lag !== 0 && (
              <text x={ends.x2 + lagGap * other.outwards} y={ends.y2 - 4} className={cx(styles.lag, toEnd === "end" && styles.behind)}>
                {lag > 0 ? t`+${lag} d` : t`−${earlier} d`}
              </text>
            )}
            <path d={path} className={styles.reach} onClick={(event) => onPick(linkId, { x: event.clientX, y: event.clientY })} />
          </g>
        );
      })}
    </svg>
  );
});

/** The link that is being drawn: from an end of its bar to the pointer, or to the end of the bar that a drop would join. */
export function DrawnLink({ lineOf, parents, rowHeight }: Pick<ArrowsProps, "lineOf" | "parents" | "rowHeight">) {
  const { axis } = useChart();
  const link = useHand((hand) => hand.link);
  const tickets = useTroupe((state) => (link === null ? null : state.tickets));
  if (!link || !tickets) return null;
  const pointAt = (ticketId: string, end: End) => {
    const [ticket, parent, line] = [tickets[ticketId], parents.get(ticketId), lineOf.get(ticketId)];
    const span = parent ? { ...parent, kind: "parent" as const } : ticket && spanOf(ticket);
    return span && line !== undefined ? { x: endOf(boxOf(axis, span), end).x, y: (line + 0.5) * rowHeight } : null;
  };
  const { fromEnd, toEnd } = joinedBy(link.ends);
  const own = pointAt(link.barId, link.turned ? toEnd : fromEnd);
  const other = (link.overId === null ? null : pointAt(link.overId, link.turned ? fromEnd : toEnd)) ?? link;
  if (!own) return null;
  const [from, to] = link.turned ? [other, own] : [own, other];
  const ends: Ends = { x1: from.x, y1: from.y, leaves: fromEnd === "end" ? 1 : -1, x2: to.x, y2: to.y, arrives: toEnd === "start" ? 1 : -1 };
  return (
    <svg className={cx(styles.arrows, styles.drawn, link.loop !== null && styles.refused)} width={1} height={1} aria-hidden>
      <path d={arrowPath(ends, rowHeight)} />
      <path d={headPath(ends)} className={styles.head} />
    </svg>
  );
}
