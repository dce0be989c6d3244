import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useCallback, useMemo, useRef } from "react";
import type { Limits, Sorts } from "@/fields/arrange/board";
import type { Group } from "@/fields/arrange/group";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import type { ColumnActions } from "./Column";
import { ColumnHead } from "./ColumnHead";
import type { Slot } from "./drop";
import type { Lane, Spot } from "./grid";
import styles from "./Lanes.module.css";
import { columnGap, columnWidth, headHeight, laneHeadHeight } from "./laneSizes";
import { LaneRow } from "./LaneRow";
import { NewCard } from "./NewCard";
import { above, useAnchor } from "./useAnchor";
import { estimatedHeight } from "./useCards";
import { useCardScroll } from "./useCellDrop";
import { usePan } from "./usePan";

export interface LanesProps extends Omit<ColumnActions, "mayAdd"> {
  by: FieldId;
  laneBy: FieldId;
  columns: readonly Group[];
  /** With a cell for each of the columns. */
  lanes: readonly Lane[];
  foldedLanes: ReadonlySet<string>;
  limits: Limits;
  sorts: Sorts;
  inList: boolean;
  /** The number of cards that a drop would add to the column that contains the slot. */
  arriving: number;
  stop: Spot | null;
  openId: string | null;
  slot: Slot | null;
  inHand: ReadonlySet<string>;
  writing: string | null;
  mayAddIn: (columnId: string) => boolean;
  onFoldLane: (laneId: string) => void;
}

/** A board with lanes: the heads of the columns, and below them the lanes, which scroll together. Only lanes and cards in sight are rendered. */
export function Lanes(props: LanesProps) {
  const { by, laneBy, columns, lanes, foldedLanes, limits, sorts, inList, arriving, stop, openId, slot, inHand, writing, mayAddIn, onWrite, onCreate, onFold, onHide, onLimit, onSort, onFoldLane } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const kept = useMemo(() => {
    const holds = (lane: Lane) => lane.id === stop?.laneId || (inHand.size > 0 && lane.cells.some(({ ticketIds }) => ticketIds.some((id) => inHand.has(id))));
    return lanes.flatMap((lane, index) => (holds(lane) ? [index] : []));
  }, [lanes, stop, inHand]);
  const rangeExtractor = useCallback((range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b), [kept]);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count: lanes.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const lane = lanes[index];
      const filled = lane && !foldedLanes.has(lane.id) ? lane.cells.filter(({ ticketIds }) => ticketIds.length > 0) : [];
      return laneHeadHeight + Math.max(0, ...filled.map(({ ticketIds }) => estimatedHeight(ticketIds)));
    },
    getItemKey: useCallback((index: number) => lanes[index]?.id ?? index, [lanes]),
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 1,
    rangeExtractor,
  });
  useAnchor(virtual, above);
  useCardScroll(scroller);
  usePan(scroller);
  const width = columns.length * (columnWidth + columnGap) - columnGap;
  return (
    <div ref={scroller} className={styles.scroller}>
      <div className={styles.heads} style={{ minWidth: width }}>
        {columns.map(({ id, ticketIds }) => (
          <div key={id} className={cx(styles.head, slot?.columnId === id && styles.target)}>
            <ColumnHead
              by={by}
              columnId={id}
              ticketIds={ticketIds}
              limit={limits[id]}
              sort={sorts[id]}
              inList={inList}
              arriving={slot?.columnId === id ? arriving : 0}
              mayAdd={mayAddIn(id)}
              onWrite={onWrite}
              onFold={onFold}
              onHide={onHide}
              onLimit={onLimit}
              onSort={onSort}
            />
            {writing === id && <Writing by={by} columnId={id} onCreate={onCreate} onWrite={onWrite} />}
          </div>
        ))}
      </div>
      <div className={styles.run} style={{ height: virtual.getTotalSize(), minWidth: width }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const lane = lanes[index];
          return (
            lane && (
              <LaneRow
                key={lane.id}
                measure={virtual.measureElement}
                index={index}
                by={by}
                laneBy={laneBy}
                lane={lane}
                top={start - headHeight}
                scroller={scroller}
                folded={foldedLanes.has(lane.id)}
                stop={stop?.laneId === lane.id ? stop : null}
                openId={openId}
                slot={slot?.laneId === lane.id ? slot : null}
                target={slot?.columnId ?? null}
                inHand={inHand}
                onFold={onFoldLane}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface WritingProps extends Pick<ColumnActions, "onCreate" | "onWrite"> {
  by: FieldId;
  columnId: string;
}

/** The field for a new card, above the lanes. The card gets the value of the column, but of no lane. */
function Writing({ by, columnId, onCreate, onWrite }: WritingProps) {
  const { name } = useGroupHead(by, columnId);
  return (
    <div className={styles.writing} data-column-id={columnId}>
      <NewCard name={name} onCreate={(titles) => onCreate(columnId, titles)} onLeave={() => onWrite(null)} />
    </div>
  );
}
