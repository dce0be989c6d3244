import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { setShownOrder } from "@/actions/order";
import { tellSorted } from "@/actions/sorted";
import { setTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import type { Arranged } from "@/fields/arrange/arrange";
import { foldedLane, hiddenColumn, withLimit, withSort, type ColumnSort } from "@/fields/arrange/board";
import type { Place } from "@/fields/arrange/place";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { NONE } from "@/fields/options";
import { status } from "@/fields/status";
import { useConfig } from "@/fields/useOptions";
import { cx } from "@/lib/cx";
import { useLatest } from "@/lib/useLatest";
import type { TicketCreate } from "@/wire/generated";
import { BoardProvider, CardExtraProvider, CardFieldsProvider, type Board, type CardExtra } from "./board";
import { Column, type ColumnActions } from "./Column";
import { arriving, mayStart } from "./drop";
import { Flip } from "./Flip";
import { Folded } from "./Folded";
import { cellOf, orderOf, type Spot } from "./grid";
import { HiddenColumns } from "./HiddenColumns";
import styles from "./Kanban.module.css";
import { Lanes } from "./Lanes";
import { overLimit } from "./limits";
import { NewColumn } from "./NewColumn";
import { useBoardKeys } from "./useBoardKeys";
import { useCardScroll } from "./useCellDrop";
import { useGrid } from "./useGrid";
import { takenWith, useHand } from "./useHand";
import { usePan } from "./usePan";

export interface KanbanProps {
  name: string;
  place: Place;
  /** Arranged with a group for each column. */
  arranged: Arranged;
  settings: Settings;
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
  onSettings: (patch: Partial<Settings>) => void;
  /** What cards show besides the fields. */
  extra?: CardExtra | null;
  /** The values of each new ticket, besides that of its column. */
  given?: Partial<TicketCreate>;
}

const nothing: Partial<TicketCreate> = {};

/** The tickets of a place as a board with a column for each value of a field, and with a lane for each value of another one. */
export function Kanban({ name, place, arranged, settings, openId, hrefOf, onOpen, onSettings, extra = null, given = nothing }: KanbanProps) {
  const { collapsed } = settings;
  const { board: kept, axes, shown, columns, folded, hidden, lanes, open, foldedLanes, onCards, limits, sorts } = useGrid(arranged, settings, place);
  const [active, setActive] = useState<Spot | null>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const mayAdd = useMayAddIn(place);
  const by = axes.columns?.id ?? NONE;
  const sort = useCallback((columnId: string, wanted: ColumnSort | null) => onSettings({ board: withSort(kept, by, columnId, wanted) }), [onSettings, kept, by]);
  const orderIn = (columnId: string): ColumnSort => sorts[columnId] ?? settings;
  const ordered = (columnId: string) => orderIn(columnId).sort === MANUAL && !orderIn(columnId).descending;
  const onSorted = (columnId: string) => tellSorted(orderIn(columnId), place, (manual) => (sorts[columnId] ? sort(columnId, { sort: MANUAL, descending: false }) : onSettings(manual)));
  const hand = useHand({ place, lanes, axes, ordered, onSorted });
  const order = useMemo(() => orderOf(open), [open]);
  const takesFocus = useRef(false);
  const now = { order, hrefOf, onOpen };
  const latest = useLatest(now);

  useEffect(() => {
    setShownOrder(order);
    return () => setShownOrder(null);
  }, [order]);

  const { lift, over, leave, release, takes, settling } = hand;
  const board = useMemo<Board>(
    () => ({
      takesFocus: () => takesFocus.current,
      stand: (spot) => {
        takesFocus.current = true;
        setActive(spot);
        setTarget({ focused: spot.ticketId });
      },
      open: (ticketId) => latest.current.onOpen(ticketId),
      hrefOf: (key) => latest.current.hrefOf(key),
      order: () => latest.current.order,
      take: takenWith,
      lift: (spot) => lift(spot),
      takes: (cell) => takes([], null, cell),
      hover: (cell, index) => (index === null ? leave(cell) : over({ ...cell, index })),
      release: (dropped, add) => void release(dropped, add),
    }),
    [latest, lift, over, leave, release, takes],
  );
  // The board has one tab stop: the last focused card, or else the first card.
  const stop = useMemo<Spot | null>(() => {
    const ticketId = active && order.includes(active.ticketId) ? active.ticketId : order[0];
    const cell = ticketId === undefined ? undefined : cellOf(open, ticketId, active);
    return cell && ticketId !== undefined ? { columnId: cell.columnId, laneId: cell.laneId, ticketId } : null;
  }, [active, order, open]);
  const arrivingAt = (columnId: string, ids: readonly string[]) => arriving(ids, columns.find(({ id }) => id === columnId)?.ticketIds ?? []);
  /** The warning about cards that enter a column; null if the column has room for them. */
  const warning = (columnId: string, ids: readonly string[]) =>
    overLimit((columns.find(({ id }) => id === columnId)?.ticketIds.length ?? 0) + arrivingAt(columnId, ids), limits[columnId]);
  const { onKeyDown, said } = useBoardKeys({ board, lanes: open, axes, active: active && stop, openId, hand, warning });
  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);

  const root = useRef<HTMLDivElement>(null);
  useCardScroll(root);
  usePan(root);
  const create = useCallback((columnId: string, titles: readonly string[]) => writeTickets(place, by, columnId, titles, true, given), [place, by, given]);
  const toggle = useCallback((id: string) => onSettings({ collapsed: collapsed.includes(id) ? collapsed.filter((each) => each !== id) : [...collapsed, id] }), [onSettings, collapsed]);
  const hide = useCallback((columnId: string) => toggle(hiddenColumn(columnId)), [toggle]);
  const unhide = (columnIds: readonly string[]) => onSettings({ collapsed: collapsed.filter((id) => !columnIds.map(hiddenColumn).includes(id)) });
  const foldLane = useCallback((laneId: string) => toggle(foldedLane(laneId)), [toggle]);
  const config = useConfig();
  const mayAddIn = (columnId: string) => mayAdd && mayStart(axes.columns, columnId, config);
  const limit = useCallback((columnId: string, most: number | null) => onSettings({ board: withLimit(kept, by, columnId, most) }), [onSettings, kept, by]);
  const shared: Omit<ColumnActions, "mayAdd"> = { onWrite: setWriting, onCreate: create, onFold: toggle, onHide: hide, onLimit: limit, onSort: sort };
  const slot = hand.hand?.slot ?? null;
  const arrivingCount = hand.hand && slot ? arrivingAt(slot.columnId, hand.hand.ids) : 0;
  const shows = `${by} ${axes.lanes?.id ?? ""} ${JSON.stringify([settings.filters, settings.filter, settings.find, settings.sort, settings.descending, settings.board, collapsed])}`;

  return (
    <BoardProvider value={board}>
      <CardFieldsProvider value={onCards}>
        <CardExtraProvider value={extra}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cards have the focus; it knows their neighbours */}
          <div
            ref={root}
            role="region"
            aria-label={t`${name}, board`}
            className={cx(styles.board, axes.lanes && styles.laned)}
            onKeyDown={onKeyDown}
            onBlur={({ relatedTarget, currentTarget }) => {
              // If a focused card moves, it loses the focus, but no other element gets it; the card then takes the focus back. If the person moves the focus elsewhere, the card does not.
              if (relatedTarget && !currentTarget.contains(relatedTarget)) takesFocus.current = false;
            }}
            onFocus={(event) => {
              const { ticket, columnId, laneId } = (event.target as HTMLElement).closest<HTMLElement>("article")?.dataset ?? {};
              if (ticket === undefined || columnId === undefined || laneId === undefined) return;
              if (active?.ticketId !== ticket || active.columnId !== columnId || active.laneId !== laneId) board.stand({ columnId, laneId, ticketId: ticket });
            }}
          >
            <Flip board={root} lanes={lanes} shows={shows} settling={settling} inHand={hand.inHand}>
              {axes.lanes ? (
                <Lanes
                  {...shared}
                  by={by}
                  laneBy={axes.lanes.id}
                  columns={columns}
                  lanes={lanes}
                  foldedLanes={foldedLanes}
                  limits={limits}
                  sorts={sorts}
                  inList={place.listId !== null}
                  arriving={arrivingCount}
                  stop={stop}
                  openId={openId}
                  slot={slot}
                  inHand={hand.inHand}
                  writing={writing}
                  mayAddIn={mayAddIn}
                  onFoldLane={foldLane}
                />
              ) : (
                shown.map((group) => {
                  const cell = lanes[0]?.cells.find(({ columnId }) => columnId === group.id);
                  if (!cell) return <Folded key={group.id} by={by} group={group} limit={limits[group.id]} onUnfold={toggle} />;
                  return (
                    <Column
                      {...shared}
                      key={group.id}
                      by={by}
                      cell={cell}
                      activeId={group.id === stop?.columnId ? stop.ticketId : null}
                      openId={openId}
                      slot={slot?.columnId === group.id ? slot.index : null}
                      inHand={hand.inHand}
                      limit={limits[group.id]}
                      sort={sorts[group.id]}
                      inList={place.listId !== null}
                      arriving={slot?.columnId === group.id ? arrivingCount : 0}
                      writing={writing === group.id}
                      mayAdd={mayAddIn(group.id)}
                    />
                  );
                })
              )}
              {axes.lanes && folded.map((group) => <Folded key={group.id} by={by} group={group} limit={limits[group.id]} onUnfold={toggle} />)}
              {hidden.length > 0 && <HiddenColumns by={by} groups={hidden} onShow={unhide} />}
              {by === status.id && !axes.lanes && <NewColumn />}
            </Flip>
          </div>
          <p role="status" aria-live="assertive" className={styles.hidden}>
            {said}
          </p>
        </CardExtraProvider>
      </CardFieldsProvider>
    </BoardProvider>
  );
}
