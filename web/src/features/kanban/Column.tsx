import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Plus } from "lucide-react";
import { memo, useCallback, useRef } from "react";
import type { ColumnSort } from "@/fields/arrange/board";
import type { FieldId } from "@/fields/field";
import { useGroupHead } from "@/fields/useGroupHead";
import { cx } from "@/lib/cx";
import { Button } from "@/ui/Button";
import { CardRun } from "./CardRun";
import { ColumnHead } from "./ColumnHead";
import { indexAt } from "./drop";
import type { Cell } from "./grid";
import styles from "./Kanban.module.css";
import { NewCard } from "./NewCard";
import { useCards } from "./useCards";
import { useCardScroll, useCellDrop } from "./useCellDrop";

/** What a column needs on every board. */
export interface ColumnActions {
  mayAdd: boolean;
  onWrite: (columnId: string | null) => void;
  onCreate: (columnId: string, titles: readonly string[]) => void;
  onFold: (columnId: string) => void;
  onHide: (columnId: string) => void;
  onLimit: (columnId: string, limit: number | null) => void;
  /** Null gives the column the order of the board. */
  onSort: (columnId: string, sort: ColumnSort | null) => void;
}

export interface CellProps {
  cell: Cell;
  /** The card with the keyboard focus, if it is in this cell. */
  activeId: string | null;
  openId: string | null;
  /** The index of the card below the slot, if the slot is in this cell. */
  slot: number | null;
  inHand: ReadonlySet<string>;
}

export interface ColumnProps extends CellProps, ColumnActions {
  by: FieldId;
  limit: number | undefined;
  /** The order of the column; undefined if it has the order of the board. */
  sort: ColumnSort | undefined;
  /** True if the board shows a list, which has an order of its own. */
  inList: boolean;
  /** The number of cards that a drop would add. */
  arriving: number;
  writing: boolean;
}

/** A value and its cards, which scroll on their own. Only cards in sight are rendered. A column without cards offers to create the first one. */
export const Column = memo(function Column({ by, cell, activeId, openId, slot, inHand, limit, sort, inList, arriving, writing, mayAdd, onCreate, ...actions }: ColumnProps) {
  const { columnId, ticketIds } = cell;
  const { name } = useGroupHead(by, columnId);
  const column = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = activeId === null ? -1 : ticketIds.indexOf(activeId);
  const cards = useCards({ scroller, ticketIds, activeIndex, inHand, slot });
  const { virtual } = cards;
  const at = useCallback(
    (clientY: number) => {
      const { top = 0 } = scroller.current?.getBoundingClientRect() ?? {};
      return indexAt(virtual.measurementsCache, clientY - top + (scroller.current?.scrollTop ?? 0));
    },
    [virtual],
  );
  // The whole column accepts cards, also its head and the space below the cards.
  useCellDrop(column, cell, at);
  useCardScroll(scroller);
  return (
    <section ref={column} data-column-id={columnId} className={cx(styles.column, slot !== null && styles.target)} aria-label={name}>
      <ColumnHead {...actions} by={by} columnId={columnId} ticketIds={ticketIds} limit={limit} sort={sort} inList={inList} arriving={arriving} mayAdd={mayAdd} />
      {writing && mayAdd && <NewCard name={name} onCreate={(titles) => onCreate(columnId, titles)} onLeave={() => actions.onWrite(null)} />}
      {ticketIds.length === 0 && mayAdd && !writing && slot === null && (
        <Button variant="ghost" size="sm" icon={Plus} className={styles.firstCard} onClick={() => actions.onWrite(columnId)}>
          <Trans>New task</Trans>
        </Button>
      )}
      <div
        ref={scroller}
        className={styles.cards}
        role="group"
        aria-label={t`${name}, cards`}
        // The board has a single tab stop. A column without it needs one of its own to be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled with every device
        tabIndex={activeIndex < 0 && ticketIds.length > 0 ? 0 : -1}
      >
        <CardRun cell={cell} cards={cards} name={name} limit={limit} activeIndex={activeIndex} openId={openId} slot={slot} inHand={inHand} />
      </div>
    </section>
  );
});
