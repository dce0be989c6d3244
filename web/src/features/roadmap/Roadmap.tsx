import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, type CSSProperties, type Ref } from "react";
import type { RoadmapRow, ScheduledRow } from "@/fields/roadmap";
import type { Roadmap as Rows } from "@/fields/roadmapGroups";
import type { PlainDate } from "@/lib/plainDate";
import { axisOf, gridLines, majorTicks, minorTicks, widthOf, xOf, type Axis, type RoadmapZoom } from "./axis";
import styles from "./Roadmap.module.css";
import { Row } from "./Row";

/** The pages to which the rows of a roadmap lead, and the functions that change rows. */
export interface RoadmapActs {
  hrefOf: (row: RoadmapRow) => string;
  /** True if the person may set the dates of a row. */
  mayEdit: (row: RoadmapRow) => boolean;
  /** Opens the dialog with the dates of a row. */
  onEdit: (row: RoadmapRow) => void;
  /** Stores the dates that have changed because a bar, or an end of it, was dragged. */
  onDates: (row: ScheduledRow, dates: { start?: PlainDate; end?: PlainDate }) => void;
  /** True if the rows are in the order by hand, and the person may move this one. */
  mayMove: (row: RoadmapRow) => boolean;
  /** Moves a row of these behind another of them; null moves it to the first position. */
  onMove: (among: readonly RoadmapRow[], id: string, after: string | null) => void;
}

interface RoadmapProps extends RoadmapActs {
  rows: Rows;
  zoom: RoadmapZoom;
  now: PlainDate;
  openId: string | null;
  /** Scrolls to today. */
  ref?: Ref<{ showToday: () => void }>;
}

/** All rows of a group, first to last. */
const allIn = ({ head, rows }: Rows["groups"][number]): readonly ScheduledRow[] => (head ? [head, ...rows] : rows);

/** The position of today in the visible part of the chart. */
const todayAt = 1 / 3;

/** Versions, epics and sprints on one timeline, with rows without dates below. */
export function Roadmap({ rows, zoom, now, openId, ref, ...acts }: RoadmapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const axis = useMemo(() => axisOf(zoom, now, rows.groups.flatMap((group) => allIn(group))), [zoom, now, rows]);
  const showToday = () => {
    const element = scroller.current;
    const track = element?.querySelector<HTMLElement>("[data-track]");
    if (!element || !track) return;
    const seen = element.clientWidth - track.offsetLeft;
    element.scrollLeft = xOf(axis, now) - seen * todayAt;
  };
  useImperativeHandle(ref, () => ({ showToday }));
  // The chart begins at today when it opens and when the zoom changes. New rows do not scroll it.
  useLayoutEffect(showToday, [zoom]); // oxlint-disable-line react/exhaustive-deps
  const { groups, unscheduled } = rows;
  const look = { "--track": `${widthOf(axis)}px` } as CSSProperties;
  return (
    // Time runs to the right, even in a mirrored layout.
    <div ref={scroller} dir="ltr" className={styles.scroll} style={look} role="region" aria-label={t`Timeline`}>
      <div className={styles.chart}>
        <Head axis={axis} />
        <Lines axis={axis} now={now} />
        {groups.map((group) => (
          <section key={group.id} aria-label={group.name}>
            <h2 className={styles.section}>
              <span dir="auto">{group.name} <i>{allIn(group).length}</i></span>
            </h2>
            <ul>
              {group.head && <Row row={group.head} axis={axis} open={group.head.id === openId} among={null} group={group.id} {...acts} />}
              {group.rows.map((row) => (
                <Row key={row.id} row={row} axis={axis} open={row.id === openId} among={group.rows} group={group.id} {...acts} />
              ))}
            </ul>
          </section>
        ))}
        {unscheduled.length > 0 && (
          <section aria-label={t`No dates`}>
            <h2 className={styles.section}>
              <span><Trans>No dates</Trans> <i>{unscheduled.length}</i></span>
            </h2>
            <ul>
              {unscheduled.map((row) => (
                <Row key={row.id} row={row} axis={null} open={row.id === openId} among={unscheduled} group="undated" {...acts} />
              ))}
            </ul>
          </section>
        )}
        <div className={styles.rest} aria-hidden><div className={styles.side} /></div>
      </div>
    </div>
  );
}

function Head({ axis }: { axis: Axis }) {
  return (
    <div className={styles.head} aria-hidden>
      <div className={styles.corner}>
        <Trans>Name</Trans>
        <span><Trans>Done</Trans></span>
      </div>
      <div className={styles.ticks} data-track>
        {majorTicks(axis).map(({ x, text }) => (
          <b key={x} style={{ left: x }}>{text}</b>
        ))}
        {minorTicks(axis).map(({ x, text }) => (
          <span key={x} style={{ left: x }}>{text}</span>
        ))}
      </div>
    </div>
  );
}

/** The lines of the months behind the bars, and the line of today in front of them. */
function Lines({ axis, now }: { axis: Axis; now: PlainDate }) {
  return (
    <div className={styles.lines} aria-hidden>
      {gridLines(axis).map((x) => (
        <i key={x} style={{ left: x }} />
      ))}
      <i className={styles.today} style={{ left: xOf(axis, now) + axis.dayWidth / 2 }} />
    </div>
  );
}
