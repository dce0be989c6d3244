import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { CalendarRange, Milestone, Mountain, Target, type LucideIcon } from "lucide-react";
import { useImperativeHandle, useLayoutEffect, useMemo, useRef, type CSSProperties, type Ref } from "react";
import { useShallow } from "zustand/react/shallow";
import { faceOf } from "@/fields/people";
import type { Roadmap as Rows, RoadmapKind, RoadmapRow, ScheduledRow } from "@/fields/roadmap";
import { Link } from "@/lib/location";
import { formatDate, type PlainDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import { AvatarStack } from "@/ui/Avatar";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { axisOf, gridLines, majorTicks, minorTicks, widthOf, xOf, type Axis, type RoadmapZoom } from "./axis";
import { Bar } from "./Bar";
import styles from "./Roadmap.module.css";

const icons: Record<RoadmapKind, LucideIcon> = { version: Milestone, epic: Mountain, sprint: Target };

const sectionNames: Record<RoadmapKind, string> = {
  get version() {
    return t`Fix versions`;
  },
  get epic() {
    return t`Epics`;
  },
  get sprint() {
    return t`Sprints`;
  },
};

/** The pages to which the rows of a roadmap lead, and the functions that change rows. */
export interface RoadmapActs {
  hrefOf: (row: RoadmapRow) => string;
  /** True if the person may set the dates of a row. */
  mayEdit: (row: RoadmapRow) => boolean;
  /** Opens the dialog with the dates of a row. */
  onEdit: (row: RoadmapRow) => void;
  /** Stores the dates that have changed because a bar, or an end of it, was dragged. */
  onDates: (row: ScheduledRow, dates: { start?: PlainDate; end?: PlainDate }) => void;
}

interface RoadmapProps extends RoadmapActs {
  rows: Rows;
  zoom: RoadmapZoom;
  now: PlainDate;
  openId: string | null;
  /** Scrolls to today. */
  ref?: Ref<{ showToday: () => void }>;
}

/** The position of today in the visible part of the chart. */
const todayAt = 1 / 3;

/** Versions, epics and sprints on one timeline, with rows without dates below. */
export function Roadmap({ rows, zoom, now, openId, ref, ...acts }: RoadmapProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const axis = useMemo(() => axisOf(zoom, now, rows.sections.flatMap((section) => section.rows)), [zoom, now, rows]);
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
  const { sections, unscheduled } = rows;
  const look = { "--track": `${widthOf(axis)}px` } as CSSProperties;
  return (
    <div ref={scroller} className={styles.scroll} style={look} role="region" aria-label={t`Timeline`}>
      <div className={styles.chart}>
        <Head axis={axis} />
        <Lines axis={axis} now={now} />
        {sections.map(({ kind, rows: own }) => (
          <section key={kind} aria-label={sectionNames[kind]}>
            <h2 className={styles.section}>
              <span>{sectionNames[kind]} <i>{own.length}</i></span>
            </h2>
            <ul>
              {own.map((row) => (
                <li key={row.id} className={styles.row} data-open={row.id === openId} data-row={row.id}>
                  <Cell row={row} {...acts} />
                  <div className={styles.track}>
                    <Bar row={row} axis={axis} {...acts} />
                  </div>
                </li>
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
                <li key={row.id} className={styles.row} data-open={row.id === openId} data-row={row.id}>
                  <Cell row={row} {...acts} />
                </li>
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

function Cell({ row, hrefOf, mayEdit, onEdit }: { row: RoadmapRow } & Pick<RoadmapActs, "hrefOf" | "mayEdit" | "onEdit">) {
  const { kind, name, statistics, percent, ownerIds } = row;
  const owners = useTroupe(useShallow((state) => ownerIds.flatMap((id) => (state.members[id] ? faceOf(state.members[id]) : []))));
  return (
    <div className={styles.cell}>
      <Icon of={icons[kind]} className={styles.icon} />
      <span className={styles.texts}>
        <Link to={hrefOf(row)} className={styles.name} dir="auto" title={name}>
          {name}
        </Link>
        <span className={styles.about}>{daysOf(row)}</span>
      </span>
      {owners.length > 0 && <span className={styles.owners}><AvatarStack people={owners} size={18} max={2} /></span>}
      <span className={styles.done}>{statistics.all === 0 ? t`No tasks` : percent === null ? plural(statistics.all, { one: "# task", other: "# tasks" }) : t`${percent}% of ${statistics.all - statistics.canceled}`}</span>
      {mayEdit(row) && <IconButton icon={CalendarRange} name={t`Dates of ${name}`} size="xs" className={styles.edit} onClick={() => onEdit(row)} />}
    </div>
  );
}

/** The days of a row in words, for its line. */
function daysOf({ kind, start, end }: RoadmapRow): string {
  const [from, to] = [start && formatDate(start), end && formatDate(end)];
  if (from && to) return start === end ? from : t`${from} to ${to}`;
  if (from) return t`From ${from}`;
  if (!to) return t`No dates`;
  return kind === "version" ? t`Release ${to}` : t`Until ${to}`;
}
