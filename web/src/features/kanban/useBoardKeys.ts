import { plural, t } from "@lingui/core/macro";
import { useCallback, useState, type KeyboardEvent } from "react";
import { select } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { headOf } from "@/fields/arrange/group";
import type { Field } from "@/fields/field";
import { keyInOrder } from "@/lib/direction";
import { useHotkeys } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import type { Board } from "./board";
import { stepped, type Axes, type CellPlace, type Slot } from "./drop";
import { nextCard } from "./focus";
import type { Lane, Spot } from "./grid";
import type { useHand } from "./useHand";

interface Wanted {
  board: Board;
  /** The lanes and columns that are shown open. */
  lanes: readonly Lane[];
  axes: Axes;
  active: Spot | null;
  openId: string | null;
  hand: ReturnType<typeof useHand>;
  /** The sentence about a column whose limit these cards would exceed; null if it has room for them. */
  warning: (columnId: string, ids: readonly string[]) => string | null;
}

const positioned = (cell: string, at: number, of: number) => t`${cell}, position ${at} of ${of}.`;
const dropped = (cell: string) => t`Dropped in ${cell}.`;
const moved = (cell: string) => t`Moved to ${cell}.`;
const back = () => t`Move canceled.`;
const closed = () => t`It can't be moved further.`;
const lifted = (count: number, title: string) =>
  count === 1
    ? t`Picked up ${title}. Use the arrow keys to move it, Space to drop it, Escape to cancel.`
    : plural(count, {
        one: "Picked up # task. Use the arrow keys to move it, Space to drop it, Escape to cancel.",
        other: "Picked up # tasks. Use the arrow keys to move them, Space to drop them, Escape to cancel.",
      });

const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

function groupName(by: Field | undefined, id: string): string {
  const name = headOf(by, id, useTroupe.getState())?.name ?? "";
  return typeof name === "string" ? name : name();
}

/** A cell for screen readers: its column, and its lane if the board has lanes. */
function nameOf({ columnId, laneId }: CellPlace, { columns, lanes }: Axes): string {
  const column = groupName(columns, columnId);
  if (!lanes) return column;
  const lane = groupName(lanes, laneId);
  return t`${column}, ${lane}`;
}

/**
 * The keys of the board. Arrows move between cards, and with Shift they move the card. Space picks up a card, arrows
 * carry it, Space drops it, and Esc puts it back. Screen readers hear each step.
 */
export function useBoardKeys({ board, lanes, axes, active, openId, hand, warning }: Wanted) {
  const [said, say] = useState("");
  const carried = hand.hand !== null;

  const walk = useCallback(
    (key: "ArrowDown" | "ArrowUp") => {
      const next = nextCard(key, active, lanes);
      if (next) board.stand(next);
    },
    [active, board, lanes],
  );
  useHotkeys({
    // While a ticket is open, its panel handles J and K.
    ...(openId === null && { J: () => walk("ArrowDown"), K: () => walk("ArrowUp") }),
    X: () => {
      const { focused, hovered } = useTarget.getState();
      const id = focused ?? hovered;
      if (id !== null) select(id, board.order());
    },
  });

  const cellAt = ({ columnId, laneId }: CellPlace) => lanes.find(({ id }) => id === laneId)?.cells.find((cell) => cell.columnId === columnId);
  const open = (spot: Spot) => (cell: CellPlace) => hand.takes(board.take(spot.ticketId), spot, cell);

  /** Announces where cards are, and whether they exceed the limit of the column. */
  const sayAt = (sentence: string, columnId: string, ids: readonly string[]) => say([sentence, warning(columnId, ids)].filter((each) => each !== null).join(" "));

  const carry = (key: string) => {
    if (!hand.hand?.slot) return;
    const next = stepped(key, hand.hand.slot, lanes, open(hand.hand.spot));
    if (!next) return say(closed());
    hand.over(next);
    sayAt(positioned(nameOf(next, axes), next.index + 1, (cellAt(next)?.ticketIds.length ?? 0) + 1), next.columnId, hand.hand.ids);
  };

  /** Moves the card one place, or to the next column or lane. */
  const push = (key: string, spot: Spot) => {
    const index = cellAt(spot)?.ticketIds.indexOf(spot.ticketId) ?? -1;
    if (index < 0 || !mayNowOn("editTickets", board.take(spot.ticketId))) return;
    // The card itself is at `index`, so the slot below the next card is at `index + 2`.
    const from: Slot = { ...spot, index: key === "ArrowDown" ? index + 1 : index };
    const next = stepped(key, from, lanes, open(spot));
    if (!next) return say(closed());
    const target = { columnId: next.columnId, laneId: next.laneId };
    const ids = board.take(spot.ticketId);
    if (!hand.move(spot, next)) return;
    board.stand({ ...target, ticketId: spot.ticketId });
    sayAt(moved(nameOf(target, axes)), target.columnId, ids);
  };

  const drop = () => {
    const { slot, spot, ids = [] } = hand.hand ?? {};
    const changed = hand.release(true);
    if (changed && slot && spot) board.stand({ columnId: slot.columnId, laneId: slot.laneId, ticketId: spot.ticketId });
    if (changed && slot) sayAt(dropped(nameOf(slot, axes)), slot.columnId, ids);
    else say(back());
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target as HTMLElement;
    if (card.tagName !== "ARTICLE" || event.defaultPrevented || !active || event.altKey || event.metaKey || event.ctrlKey) return;
    const key = keyInOrder(event.key);
    if (carried && arrows.includes(key)) carry(key);
    else if (carried && (key === " " || key === "Enter")) drop();
    else if (carried && key === "Escape") {
      hand.release(false);
      say(back());
    } else if (carried) return;
    else if (key === " " && mayNowOn("editTickets", board.take(active.ticketId))) {
      const index = cellAt(active)?.ticketIds.indexOf(active.ticketId) ?? 0;
      hand.lift(active, { columnId: active.columnId, laneId: active.laneId, index });
      say(lifted(board.take(active.ticketId).length, useTroupe.getState().tickets[active.ticketId]?.title ?? ""));
    } else if (key === "Enter" || key === " ") board.open(active.ticketId);
    else if (event.shiftKey && arrows.includes(key)) push(key, active);
    else {
      const next = nextCard(key, active, lanes);
      if (!next) return;
      board.stand(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKeyDown, said };
}
