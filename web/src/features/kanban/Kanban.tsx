import { plural, t } from "@lingui/core/macro";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useGroupHead } from "@/fields/useGroupHead";
import { setShownOrder } from "@/actions/order";
import { selectedSet } from "@/actions/selection";
import { setTarget, useTarget } from "@/actions/target";
import { useMayAddIn } from "@/actions/useMay";
import { writeTickets } from "@/actions/writeTicket";
import { useLatest } from "@/lib/useLatest";
import type { Arranged } from "@/fields/arrange/arrange";
import type { Group } from "@/fields/arrange/group";
import type { Place } from "@/fields/arrange/place";
import { MANUAL, type Settings } from "@/fields/arrange/settings";
import { status } from "@/fields/status";
import { BoardProvider, type Board } from "./board";
import { Column } from "./Column";
import type { Spot } from "./focus";
import styles from "./Kanban.module.css";
import { NewColumn } from "./NewColumn";
import { useBoardKeys } from "./useBoardKeys";
import { useHand } from "./useHand";

export interface KanbanProps {
  name: string;
  place: Place;
  /** Arranged with a group for each status. */
  arranged: Arranged;
  settings: Settings;
  openId: string | null;
  hrefOf: (ticketKey: string) => string;
  onOpen: (ticketId: string) => void;
  onSettings: (patch: Partial<Settings>) => void;
}

/** The tickets of a place as a board with a column for each status. */
export function Kanban({ name, place, arranged, settings, openId, hrefOf, onOpen, onSettings }: KanbanProps) {
  const { groups } = arranged;
  const { collapsed } = settings;
  const [active, setActive] = useState<Spot | null>(null);
  const [writing, setWriting] = useState<string | null>(null);
  const mayAdd = useMayAddIn(place);
  const hand = useHand({ place, groups, ordered: settings.sort === MANUAL && !settings.descending });
  const shown = useMemo(() => groups.filter(({ id }) => !collapsed.includes(id)), [groups, collapsed]);
  const order = useMemo(() => shown.flatMap(({ ticketIds }) => ticketIds), [shown]);
  const takesFocus = useRef(false);
  const now = { order, hrefOf, onOpen };
  const latest = useLatest(now);

  useEffect(() => {
    setShownOrder(order);
    return () => setShownOrder(null);
  }, [order]);

  const { lift, over, leave, release } = hand;
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
      take: (ticketId) => {
        const { selected } = useTarget.getState();
        return selectedSet(selected).has(ticketId) ? selected : [ticketId];
      },
      lift: (ids) => lift(ids),
      hover: (columnId, index) => (index === null ? leave(columnId) : over({ columnId, index })),
      release: (dropped) => void release(dropped),
    }),
    [latest, lift, over, leave, release],
  );
  const { onKeyDown, said } = useBoardKeys({ board, groups: shown, active, openId, hand });
  useEffect(() => () => setTarget({ focused: null, hovered: null }), []);

  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => (scroller.current ? autoScrollForElements({ element: scroller.current }) : undefined), []);
  const create = useCallback(
    (columnId: string, titles: readonly string[]) => writeTickets(place, status.id, columnId, titles, true),
    [place],
  );
  const fold = useCallback(
    (columnId: string) =>
      onSettings({ collapsed: collapsed.includes(columnId) ? collapsed.filter((id) => id !== columnId) : [...collapsed, columnId] }),
    [onSettings, collapsed],
  );
  // The board has one tab stop: the last focused card, or else the first card.
  const first = order[0];
  const stop = active && order.includes(active.ticketId) ? active.ticketId : (first ?? null);
  const columnOfStop = shown.find(({ ticketIds }) => stop !== null && ticketIds.includes(stop))?.id;

  return (
    <BoardProvider value={board}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cards have the focus; it knows their neighbours */}
      <div
        ref={scroller}
        role="region"
        aria-label={t`${name}, board`}
        className={styles.board}
        onKeyDown={onKeyDown}
        onBlur={({ relatedTarget, currentTarget }) => {
          // A card that moves loses the focus to no element, and gets it back. A card that the person leaves does not.
          if (relatedTarget && !currentTarget.contains(relatedTarget)) takesFocus.current = false;
        }}
        onFocus={(event) => {
          const card = (event.target as HTMLElement).closest<HTMLElement>("article");
          const { ticket, columnId } = card?.dataset ?? {};
          if (ticket !== undefined && columnId !== undefined && active?.ticketId !== ticket) board.stand({ columnId, ticketId: ticket });
        }}
      >
        {groups.map((group) =>
          collapsed.includes(group.id) ? (
            <Folded key={group.id} group={group} onUnfold={fold} />
          ) : (
            <Column
              key={group.id}
              group={group}
              activeId={group.id === columnOfStop ? stop : null}
              openId={openId}
              slot={hand.hand?.slot?.columnId === group.id ? hand.hand.slot.index : null}
              inHand={hand.inHand}
              writing={writing === group.id}
              mayAdd={mayAdd}
              onWrite={setWriting}
              onCreate={create}
              onFold={fold}
            />
          ),
        )}
        <NewColumn />
      </div>
      <p role="status" aria-live="assertive" className={styles.hidden}>
        {said}
      </p>
    </BoardProvider>
  );
}

function Folded({ group, onUnfold }: { group: Group; onUnfold: (columnId: string) => void }) {
  const { name, picture } = useGroupHead(status.id, group.id);
  return (
    <button type="button" className={styles.folded} aria-label={plural(group.ticketIds.length, { one: `Expand ${name}, # task`, other: `Expand ${name}, # tasks` })} onClick={() => onUnfold(group.id)}>
      {picture}
      <span className={styles.count}>{group.ticketIds.length.toLocaleString("en")}</span>
      <b dir="auto">{name}</b>
    </button>
  );
}
