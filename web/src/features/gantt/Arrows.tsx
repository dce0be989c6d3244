import { t } from "@lingui/core/macro";
import { memo, useMemo } from "react";
import { collides } from "@/fields/schedule/cascade";
import { spanOf, type Days } from "@/fields/schedule/span";
import { cx } from "@/lib/cx";
import { rowsOf } from "@/sync/tables/tableCopy";
import { useTroupe } from "@/sync/store";
import { arrowPath, crossing, headPath, type Drawn, type Ends } from "./arrows";
import styles from "./Arrows.module.css";
import { boxOf } from "./boxes";
import { useChart } from "./chart";
import { useGanttView } from "./ganttView";
import { useHand } from "./hand";

/** The lag of a link ends so many pixels before its follower. */
const lagGap = 8;

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
        return [{ linkId: link.id, fromId: link.fromTicketId, toId: link.toTicketId, fromLine, toLine }];
      }),
    [links, lineOf],
  );
  const lags = useMemo(() => new Map(rowsOf(linkLags).map(({ linkId, days }) => [linkId, days])), [linkLags]);
  const rolled = useGanttView((view) => view.settings.parents !== "own");
  const bad = useMemo(() => collides({ tickets, links, linkLags, statuses, rolled }), [tickets, links, linkLags, statuses, rolled]);
  const boxFor = (ticketId: string) => {
    const parent = parents.get(ticketId);
    const ticket = tickets[ticketId];
    const own = ticket && spanOf(moving.get(ticketId) ?? ticket);
    const span = parent ? { ...parent, ...brackets.get(ticketId), kind: "parent" as const } : own;
    return span ? boxOf(axis, span) : null;
  };
  return (
    <svg className={styles.arrows} width={1} height={1} aria-hidden>
      {crossing(all, from, to).map(({ linkId, fromId, toId, fromLine, toLine }) => {
        const [one, other] = [boxFor(fromId), boxFor(toId)];
        if (!one || !other) return null;
        const ends: Ends = { x1: one.left + one.width, y1: (fromLine + 0.5) * rowHeight, x2: other.left, y2: (toLine + 0.5) * rowHeight };
        const path = arrowPath(ends, rowHeight);
        const lag = lags.get(linkId);
        const earlier = -(lag ?? 0);
        return (
          <g key={linkId} className={cx(styles.arrow, critical.has(linkId) && styles.critical, bad.has(linkId) && styles.bad, picked === linkId && styles.picked)} data-link={linkId}>
            <path d={path} className={styles.line} />
            <path d={headPath(ends)} className={styles.head} />
            {lag !== undefined && (
              <text x={ends.x2 - lagGap} y={ends.y2 - 4} className={styles.lag}>
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

/** The link that is being drawn, between its bar and the pointer. */
export function DrawnLink({ lineOf, parents, rowHeight }: Pick<ArrowsProps, "lineOf" | "parents" | "rowHeight">) {
  const { axis } = useChart();
  const link = useHand((hand) => hand.link);
  const ticket = useTroupe((state) => (link === null ? undefined : state.tickets[link.barId]));
  const parent = ticket && parents.get(ticket.id);
  const span = parent ? { ...parent, kind: "parent" as const } : ticket && spanOf(ticket);
  const line = link === null ? undefined : lineOf.get(link.barId);
  if (!link || !span || line === undefined) return null;
  const box = boxOf(axis, span);
  const y = (line + 0.5) * rowHeight;
  const ends = link.end === "behind" ? { x1: box.left + box.width, y1: y, x2: link.x, y2: link.y } : { x1: link.x, y1: link.y, x2: box.left, y2: y };
  return (
    <svg className={cx(styles.arrows, styles.drawn, link.loop !== null && styles.refused)} width={1} height={1} aria-hidden>
      <path d={arrowPath(ends, rowHeight)} />
      <path d={headPath(ends)} className={styles.head} />
    </svg>
  );
}
