import { plural, t } from "@lingui/core/macro";
import { Card } from "./Card";
import type { Cell } from "./grid";
import styles from "./Kanban.module.css";
import { limitWords } from "./limits";
import type { Cards } from "./useCards";

interface CardRunProps {
  cell: Cell;
  cards: Cards;
  /** The name of the column, and of its lane. */
  name: string;
  /** The limit of the column, if the cell is the whole column. */
  limit?: number | undefined;
  activeIndex: number;
  openId: string | null;
  slot: number | null;
  inHand: ReadonlySet<string>;
}

/** The cards of a cell that are in sight, and the slot for dropped ones. */
export function CardRun({ cell: { columnId, laneId, ticketIds }, cards, name, limit, activeIndex, openId, slot, inHand }: CardRunProps) {
  const { virtual, height, slotTop, slotHeight, shifted, margin } = cards;
  const words = limit === undefined ? null : limitWords(ticketIds.length, limit);
  return (
    <>
      {slot !== null && <div className={styles.slot} style={{ top: slotTop, height: slotHeight }} />}
      <ul className={styles.run} style={{ height }} aria-label={words === null ? plural(ticketIds.length, { one: `${name}, # task`, other: `${name}, # tasks` }) : t`${name}, ${words}`}>
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
              style={{ top: start - margin, transform: `translateY(${shifted(index)}px)` }}
            >
              <Card ticketId={id} columnId={columnId} laneId={laneId} active={index === activeIndex} open={openId === id} ghost={inHand.has(id)} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
