import { plural, t } from "@lingui/core/macro";
import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { Plus } from "lucide-react";
import { memo, useCallback, useRef } from "react";
import { useGroupHead } from "@/fields/useGroupHead";
import { status } from "@/fields/status";
import { cx } from "@/lib/cx";
import type { Group } from "@/fields/arrange/group";
import { IconButton } from "@/ui/IconButton";
import { Card } from "./Card";
import { ColumnMenu } from "./ColumnMenu";
import styles from "./Kanban.module.css";
import { NewCard } from "./NewCard";
import { useColumnDrop } from "./useColumnDrop";
import { useScrollToActive } from "./useScrollToActive";

const gap = 6;
const estimateSize = () => 104;
/**
 * The flag of a person on the first card sticks out above the card. The style sheet moves the cards down by this much.
 */
const flagRoom = 9;
/** The height of the slot: a card with two lines. It is not measured for each drop. */
const slotHeight = 96;

export interface ColumnProps {
  group: Group;
  /** The card with the keyboard focus, if it is in this column. */
  activeId: string | null;
  openId: string | null;
  /** The index of the card below the slot, if the slot is in this column. */
  slot: number | null;
  inHand: ReadonlySet<string>;
  writing: boolean;
  mayAdd: boolean;
  onWrite: (columnId: string | null) => void;
  onCreate: (columnId: string, titles: readonly string[]) => void;
  onFold: (columnId: string) => void;
}

/** A status and its cards. Only cards in sight are rendered. */
export const Column = memo(function Column(props: ColumnProps) {
  const { group, activeId, openId, slot, inHand, writing, mayAdd, onWrite, onCreate, onFold } = props;
  const { name, picture } = useGroupHead(status.id, group.id);
  const scroller = useRef<HTMLDivElement>(null);
  const { ticketIds } = group;
  const activeIndex = activeId === null ? -1 : ticketIds.indexOf(activeId);
  const rangeExtractor = useCallback(
    (range: Range) => {
      // The focused card stays rendered, and so do dragged cards, because a drag ends with its element.
      const kept = ticketIds.flatMap((id, index) => (index === activeIndex || inHand.has(id) ? [index] : []));
      return [...new Set([...defaultRangeExtractor(range), ...(activeIndex >= 0 || inHand.size > 0 ? kept : [])])].sort((a, b) => a - b);
    },
    [ticketIds, activeIndex, inHand],
  );
  // A new function here would make every card be measured again.
  const getItemKey = useCallback((index: number) => ticketIds[index] ?? index, [ticketIds]);
  const virtual = useVirtualizer({
    count: ticketIds.length,
    getScrollElement: () => scroller.current,
    estimateSize,
    getItemKey,
    gap,
    overscan: 6,
    paddingStart: flagRoom + 1,
    paddingEnd: gap,
    rangeExtractor,
  });
  useColumnDrop(scroller, group.id, virtual);
  useScrollToActive(virtual, activeIndex);
  const shifted = (index: number) => (slot !== null && index >= slot ? slotHeight + gap : 0);
  const slotTop = slot === null ? 0 : (virtual.measurementsCache[slot]?.start ?? virtual.getTotalSize() - gap + (ticketIds.length > 0 ? gap : 0));

  return (
    <section className={cx(styles.column, slot !== null && styles.target)} aria-label={name}>
      <header className={styles.columnHead}>
        {picture}
        <h2 className={styles.columnName} dir="auto">{name}</h2>
        <span className={styles.count}>{ticketIds.length.toLocaleString("en")}</span>
        <span className={styles.tools}>
          {mayAdd && <IconButton icon={Plus} name={t`New task in ${name}`} onClick={() => onWrite(group.id)} />}
          <ColumnMenu statusId={group.id} name={name} ticketIds={ticketIds} onFold={() => onFold(group.id)} />
        </span>
      </header>
      {writing && mayAdd && <NewCard name={name} onCreate={(titles) => onCreate(group.id, titles)} onLeave={() => onWrite(null)} />}
      <div
        ref={scroller}
        className={styles.cards}
        role="group"
        aria-label={t`${name}, cards`}
        // The board has a single tab stop. A column without it needs one of its own to be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled with every device
        tabIndex={activeIndex < 0 && ticketIds.length > 0 ? 0 : -1}
      >
        {slot !== null && <div className={styles.slot} style={{ top: slotTop, height: slotHeight }} />}
        <ul
          className={styles.run}
          style={{ height: virtual.getTotalSize() + shifted(Infinity) }}
          aria-label={plural(ticketIds.length, { one: `${name}, # task`, other: `${name}, # tasks` })}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const id = ticketIds[index];
            if (id === undefined) return null;
            return (
              <li
                key={id}
                ref={virtual.measureElement}
                data-index={index}
                aria-posinset={index + 1}
                aria-setsize={ticketIds.length}
                className={styles.place}
                style={{ top: start, transform: `translateY(${shifted(index)}px)` }}
              >
                <Card
                  ticketId={id}
                  columnId={group.id}
                  active={index === activeIndex}
                  open={openId === id}
                  ghost={inHand.has(id)}
                />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
});
