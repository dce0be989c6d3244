import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from "react";
import { setShownOrder } from "@/actions/order";
import { enterPlace } from "@/actions/presence";
import { select } from "@/actions/selection";
import { setTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import type { Arranged } from "@/fields/arrange/arrange";
import { placeKey, type Place } from "@/fields/arrange/place";
import { isFiltered, type Settings } from "@/fields/arrange/settings";
import { NONE } from "@/fields/options";
import { useFieldsIn } from "@/fields/registry";
import { spanOf } from "@/fields/schedule/span";
import { useRowHeight } from "@/lib/density";
import { today } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { useMediaQuery } from "@/lib/useMediaQuery";
import { useTroupe } from "@/sync/store";
import { Arrows, DrawnLink } from "./Arrows";
import { Backdrop } from "./Backdrop";
import { ConflictMenu } from "./ConflictMenu";
import { ChartProvider, type Chart, type ChartActs } from "./chart";
import { openGantt, useGanttView } from "./ganttView";
import styles from "./Gantt.module.css";
import { GroupRow } from "./GroupRow";
import { Head } from "./Head";
import { Hint } from "./Hint";
import { linesOf, ticketIdsOf, unscheduledIn } from "./lines";
import { Legend } from "./Legend";
import { LinkMenu, type PickedLink } from "./LinkMenu";
import { headHeight, milestonesHeight, phoneRow, phoneTree } from "./measures";
import { Milestones } from "./Milestones";
import { NewRow } from "./NewRow";
import { ParentQuestion } from "./ParentQuestion";
import { axisFor, widthOf, xOf } from "./scale";
import { TaskRow } from "./TaskRow";
import { Tray } from "./Tray";
import { columnsOf } from "./treeColumns";
import { useBarDrag } from "./useBarDrag";
import { useChartKeys } from "./useChartKeys";
import { useChartPointer } from "./useChartPointer";
import { useChartScroll } from "./useChartScroll";
import { useChartState } from "./useChartState";
import { useLinkDrag } from "./useLinkDrag";
import { useSchedule } from "./useSchedule";
import { useShownBaseline } from "./useShownBaseline";
import { useZoom } from "./useZoom";

export interface GanttProps {
  name: string;
  place: Place;
  arranged: Arranged;
  settings: Settings;
  /** The ticket that is open in the panel. */
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
  onSettings: (patch: Partial<Settings>) => void;
}

/** The tickets of a place as a tree beside a time axis. Only rows and days in sight are rendered. */
export function Gantt(props: GanttProps) {
  const me = useTroupe((state) => state.me);
  const workspaceId = useTroupe((state) => state.workspace?.id);
  const place = placeKey(props.place);
  const key = `troupe.gantt.${me}.${workspaceId}.${place}`;
  const opened = useGanttView((view) => view.key === key);
  useEffect(() => openGantt(key), [key]);
  return opened ? <ChartView {...props} /> : null;
}

function ChartView({ name, place, arranged, settings, openId, hrefOf, onOpen, onSettings }: GanttProps) {
  const { group, collapsed } = settings;
  const { zoom, tree: treeWidth, columns: chosen, arrows, critical: showsCritical, parents: parentMode } = useGanttView((view) => view.settings);
  const phone = useMediaQuery("(max-width: 767px)");
  const tree = phone ? phoneTree : treeWidth;
  const deskRow = useRowHeight();
  const rowHeight = phone ? phoneRow : deskRow;
  const scroller = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<PickedLink | null>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const [said, say] = useState("");
  const { tickets, all, days, parents, groups, bounds, critical, milestones } = useSchedule(arranged, { showsCritical, ownDates: parentMode === "own" });
  useShownBaseline(placeKey(place), parentMode === "own");
  const folded = useMemo(() => new Set(collapsed), [collapsed]);
  const mayAdd = useMayAddIn(place) && !isFiltered(settings);
  const lines = useMemo(() => linesOf({ groups: arranged.groups, tickets, folded, headless: group === NONE, mayAdd }), [arranged, tickets, folded, group, mayAdd]);
  const lineOf = useMemo(() => new Map(lines.flatMap((line, index) => (line.kind === "ticket" ? [[line.ticketId, index] as const] : [])).toReversed()), [lines]);
  const order = useMemo(() => ticketIdsOf(lines), [lines]);
  const unscheduled = useMemo(() => unscheduledIn(arranged.groups, (id) => parents.has(id) || (tickets[id] !== undefined && spanOf(tickets[id]) !== null)), [arranged, tickets, parents]);
  const hasMilestones = milestones.length > 0;
  const headRows = hasMilestones ? 2 : 1;
  const head = headHeight + (hasMilestones ? milestonesHeight : 0);
  const now = today();
  const [first, last] = [bounds?.start.slice(0, 4), bounds?.end.slice(0, 4)];
  // Only the years count, so that the axis stays the same while dates change within them.
  const axis = useMemo(() => axisFor(zoom, now, first === undefined || last === undefined ? null : { start: `${first}-01-01`, end: `${last}-12-31` }), [zoom, now, first, last]);
  const scroll = useChartScroll({ scroller, axis, tree });
  useZoom({ scroller, scroll, tree, bounds });

  const activeLine = useRef(-1);
  const rangeExtractor = useCallback((range: Range) => {
    const kept = activeLine.current;
    return kept < 0 || kept >= range.count ? defaultRangeExtractor(range) : [...new Set([...defaultRangeExtractor(range), kept])].sort((a, b) => a - b);
  }, []);
  const getItemKey = useCallback((index: number) => lines[index]?.key ?? index, [lines]);
  const estimateSize = useCallback(() => rowHeight, [rowHeight]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin: head,
    scrollPaddingStart: head,
    scrollPaddingEnd: rowHeight,
    rangeExtractor,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const scrollTo = useCallback((line: number) => virtual.scrollToIndex(line), [virtual]);
  const state = useChartState(lines, scrollTo);
  // The focused row stays in the DOM, however far it is scrolled away.
  useLayoutEffect(() => {
    activeLine.current = state.at ?? -1;
  }, [state.at]);

  const drags = useBarDrag({ scroller, axis, tree, head, days, parents });
  const pull = useLinkDrag({ scroller, tree, head });
  const latest = useLatest({ order, collapsed, axis, tree, hrefOf, onOpen, onSettings });
  const { stand, takesFocus } = state;
  const { scroll: inSight, seen, onScroll } = scroll;
  const acts = useMemo<ChartActs>(
    () => ({
      ...drags,
      pull,
      takesFocus,
      stand,
      seen,
      onScroll,
      open: (id) => latest.current.onOpen(id),
      hrefOf: (key) => latest.current.hrefOf(key),
      tick: (id, range) => select(id, latest.current.order, range),
      write: (lineKey) => {
        if (lineKey !== null) stand(lineKey, "name", false);
        setWriting(lineKey);
      },
      fold: (id) => {
        const { collapsed } = latest.current;
        latest.current.onSettings({ collapsed: collapsed.includes(id) ? collapsed.filter((each) => each !== id) : [...collapsed, id] });
      },
      reveal: (start, end) => {
        const element = scroller.current;
        if (!element) return;
        const { left, width } = inSight();
        const { axis } = latest.current;
        const [from, to] = [xOf(axis, start), xOf(axis, end) + axis.dayWidth];
        if (from < left || to > left + width) element.scrollTo({ left: to - from > width ? from - 24 : (from + to - width) / 2 });
      },
    }),
    [drags, pull, takesFocus, stand, inSight, seen, onScroll, latest],
  );
  const fields = useFieldsIn(place.listId);
  const columns = useMemo(() => (phone ? [] : columnsOf(fields, chosen)), [phone, fields, chosen]);
  const chart = useMemo<Chart>(() => ({ axis, days, columns, acts }), [axis, days, columns, acts]);
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 3);
  const onKeyDown = useChartKeys({ state, acts, lines, openId, parents, page, say });
  const pointer = useChartPointer({ state, acts, lines });

  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);
  useEffect(() => {
    setShownOrder(order);
    return () => setShownOrder(null);
  }, [order]);
  const line = state.at === undefined ? undefined : lines[state.at];
  const activeTicket = line?.kind === "ticket" && openId === null ? line.ticketId : null;
  useEffect(() => (activeTicket === null ? undefined : enterPlace({ ticketId: activeTicket, state: "viewing" })), [activeTicket]);
  const create = useCallback((groupId: string, titles: readonly string[]) => writeTickets(place, group, groupId, titles), [place, group]);
  // The line moves down with each task that is created.
  useLayoutEffect(() => {
    const at = writing === null ? -1 : lines.findIndex(({ key }) => key === writing);
    if (at >= 0) scrollTo(at);
  }, [writing, lines, scrollTo]);
  const items = virtual.getVirtualItems();
  const height = virtual.getTotalSize();
  const pick = useCallback((linkId: string, at: { x: number; y: number }) => setPicked({ linkId, ...at }), []);

  return (
    <ChartProvider value={chart}>
      <div className={styles.view} style={{ "--tree": `${tree}px`, "--row-h": `${rowHeight}px` } as CSSProperties}>
        <div
          ref={scroller}
          // Time runs to the right, even in a mirrored layout.
          dir="ltr"
          role="treegrid"
          aria-label={name}
          aria-rowcount={lines.length + headRows}
          aria-colcount={2}
          aria-multiselectable
          // One tab stop: the chart itself until a row has had the focus.
          tabIndex={state.active === null ? 0 : -1}
          className={styles.chart}
          onKeyDown={onKeyDown}
          {...pointer}
        >
          <div className={styles.inner} style={{ width: tree + widthOf(axis) }}>
            <div role="rowgroup" className={styles.top}>
              <Head axis={axis} range={scroll.range} days={days} unscheduled={unscheduled.length} />
              {hasMilestones && <Milestones axis={axis} milestones={milestones} />}
            </div>
            <div role="rowgroup" className={styles.body} style={{ minHeight: height }}>
              <Backdrop axis={axis} range={scroll.range} days={days} milestones={milestones} />
              <div className={styles.panes} aria-hidden>
                <div className={styles.pane} />
              </div>
              {arrows && <Arrows lineOf={lineOf} parents={parents} rowHeight={rowHeight} from={items[0]?.index ?? 0} to={(items.at(-1)?.index ?? -1) + 1} critical={critical.links} picked={picked?.linkId ?? null} onPick={pick} />}
              {items.map(({ index, start }) => {
                const line = lines[index];
                if (!line) return null;
                const shared = { lineKey: line.key, rowIndex: index + headRows + 1, top: start - head };
                const isActive = state.active?.key === line.key;
                if (line.kind === "group") {
                  const { span = null, done = 0 } = groups.get(line.groupId) ?? {};
                  return <GroupRow key={line.key} {...shared} groupId={line.groupId} by={group} folded={line.folded} active={isActive} count={line.ticketIds.length} done={done} start={span?.start ?? null} end={span?.end ?? null} />;
                }
                if (line.kind === "new") return <NewRow key={line.key} {...shared} groupId={line.groupId} by={group} active={isActive} writing={writing === line.key} onCreate={create} />;
                const below = parents.get(line.ticketId);
                return (
                  <TaskRow
                    key={line.key}
                    {...shared}
                    ticketId={line.ticketId}
                    level={line.level}
                    hasChildren={line.hasChildren}
                    folded={line.folded}
                    active={isActive ? (state.active?.column ?? null) : null}
                    open={openId === line.ticketId}
                    start={below?.start ?? null}
                    end={below?.end ?? null}
                    critical={critical.critical.has(line.ticketId)}
                    slack={critical.slack.get(line.ticketId) ?? null}
                  />
                );
              })}
              <DrawnLink lineOf={lineOf} parents={parents} rowHeight={rowHeight} />
            </div>
          </div>
        </div>
        <Legend tickets={tickets} ticketIds={all} />
        <Tray ticketIds={unscheduled} onOpen={onOpen} onDrag={drags.place} />
        <p role="status" className={styles.hidden}>
          {said}
        </p>
      </div>
      <Hint />
      <LinkMenu picked={picked} onClose={() => setPicked(null)} />
      <ParentQuestion />
      <ConflictMenu />
    </ChartProvider>
  );
}
