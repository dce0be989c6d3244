import { plural, t } from "@lingui/core/macro";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo, useCallback, useRef, type RefObject } from "react";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { Icon } from "@/ui/Icon";
import { shownNumber } from "@/words/region";
import { CardRun } from "./CardRun";
import type { CellProps } from "./Column";
import { Figures } from "./ColumnHead";
import { indexAt, type Slot } from "./drop";
import { orderOf, type Lane, type Spot } from "./grid";
import kanban from "./Kanban.module.css";
import styles from "./Lanes.module.css";
import { headHeight, laneHeadHeight } from "./laneSizes";
import { never, useAnchor } from "./useAnchor";
import { useCards } from "./useCards";
import { useCellDrop } from "./useCellDrop";

/** The most keys of tickets in the head of a folded lane. */
const mostKeys = 8;

interface LaneRowProps {
  measure: (element: Element | null) => void;
  index: number;
  by: FieldId;
  laneBy: FieldId;
  lane: Lane;
  /** The distance to the first lane. */
  top: number;
  scroller: RefObject<HTMLElement | null>;
  folded: boolean;
  stop: Spot | null;
  openId: string | null;
  slot: Slot | null;
  /** The column that carried cards are over, in any lane. */
  target: string | null;
  inHand: ReadonlySet<string>;
  onFold: (laneId: string) => void;
}

/** A value of the second field, and its cards column by column. */
export const LaneRow = memo(function LaneRow({ measure, index, by, laneBy, lane, top, scroller, folded, stop, openId, slot, target, inHand, onFold }: LaneRowProps) {
  const { name, picture } = useGroupHead(laneBy, lane.id);
  const ticketIds = orderOf([lane]);
  return (
    <section ref={measure} data-index={index} className={styles.lane} style={{ top }} aria-label={name}>
      <header className={styles.laneHead}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={!folded}
          aria-label={plural(lane.count, { one: `${name}, # task`, other: `${name}, # tasks` })}
          onClick={() => onFold(lane.id)}
        >
          <Icon of={folded ? ChevronRight : ChevronDown} size={14} />
          {picture}
          <span className={styles.laneName} dir="auto">{name}</span>
          <span className={kanban.count}>{shownNumber(lane.count)}</span>
        </button>
        <Figures by={laneBy} groupId={lane.id} ticketIds={ticketIds} />
        {folded && <Keys ticketIds={ticketIds} />}
      </header>
      {!folded && (
        <div className={styles.cells}>
          {lane.cells.map((cell) => (
            <LaneCell
              key={cell.columnId}
              by={by}
              lane={name}
              cell={cell}
              scroller={scroller}
              margin={headHeight + top + laneHeadHeight}
              activeId={stop?.columnId === cell.columnId ? stop.ticketId : null}
              openId={openId}
              slot={slot?.columnId === cell.columnId ? slot.index : null}
              target={target === cell.columnId}
              inHand={inHand}
            />
          ))}
        </div>
      )}
    </section>
  );
});

/** The keys of the first tickets of a folded lane. */
function Keys({ ticketIds }: { ticketIds: readonly string[] }) {
  const keys = useTroupe((state) =>
    ticketIds
      .slice(0, mostKeys)
      .flatMap((id) => {
        const ticket = state.tickets[id];
        return (ticket && ticketKey(state, ticket)) ?? [];
      })
      .join(", "),
  );
  return <span className={styles.keys}>{keys}</span>;
}

interface LaneCellProps extends CellProps {
  by: FieldId;
  /** The name of the lane. */
  lane: string;
  scroller: RefObject<HTMLElement | null>;
  /** The distance between the top of what scrolls and the cell. */
  margin: number;
  target: boolean;
}

const LaneCell = memo(function LaneCell({ by, lane, cell, scroller, margin, activeId, openId, slot, target, inHand }: LaneCellProps) {
  const { columnId, ticketIds } = cell;
  const { name: column } = useGroupHead(by, columnId);
  const element = useRef<HTMLDivElement>(null);
  const activeIndex = activeId === null ? -1 : ticketIds.indexOf(activeId);
  const cards = useCards({ scroller, ticketIds, activeIndex, inHand, slot, margin });
  const { virtual } = cards;
  useAnchor(virtual, never);
  const at = useCallback(
    (clientY: number) => {
      const { top = 0 } = element.current?.getBoundingClientRect() ?? {};
      return indexAt(virtual.measurementsCache, clientY - top + virtual.options.scrollMargin);
    },
    [virtual],
  );
  useCellDrop(element, cell, at);
  const name = t`${column}, ${lane}`;
  return (
    <div ref={element} role="group" aria-label={name} className={cx(styles.cell, target && styles.target)}>
      <CardRun cell={cell} cards={cards} name={name} activeIndex={activeIndex} openId={openId} slot={slot} inHand={inHand} />
    </div>
  );
});
