import { plural, t } from "@lingui/core/macro";
import { useCallback, useState, type KeyboardEvent } from "react";
import { select } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { useHotkeys } from "@/lib/hotkeys";
import type { Group } from "@/fields/arrange/group";
import { useTroupe } from "@/sync/store";
import type { Board } from "./board";
import { stepped } from "./drop";
import { nextCard, type Spot } from "./focus";
import type { useHand } from "./useHand";

interface Wanted {
  board: Board;
  groups: readonly Group[];
  active: Spot | null;
  openId: string | null;
  hand: ReturnType<typeof useHand>;
}

const positioned = (column: string, at: number, of: number) => t`${column}, position ${at} of ${of}.`;
const dropped = (column: string) => t`Dropped in ${column}.`;
const back = () => t`Move canceled.`;
const lifted = (count: number, title: string) =>
  count === 1
    ? t`Picked up ${title}. Use the arrow keys to move it, Space to drop it, Escape to cancel.`
    : plural(count, {
        one: "Picked up # task. Use the arrow keys to move it, Space to drop it, Escape to cancel.",
        other: "Picked up # tasks. Use the arrow keys to move them, Space to drop them, Escape to cancel.",
      });

const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/**
 * The keys of the board. Arrows move between cards. Space picks up a card, arrows carry it, Space drops it, and Esc
 * puts it back. Screen readers hear each step.
 */
export function useBoardKeys({ board, groups, active, openId, hand }: Wanted) {
  const [said, say] = useState("");
  const nameOf = (columnId: string) => useTroupe.getState().statuses[columnId]?.name ?? "";
  const carried = hand.hand !== null;

  const walk = useCallback(
    (key: "ArrowDown" | "ArrowUp") => {
      const next = nextCard(key, active, groups);
      if (next) board.stand(next);
    },
    [active, board, groups],
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

  const carry = (key: string) => {
    const slot = hand.hand?.slot;
    const next = slot && stepped(key, slot, groups.map(({ id, ticketIds }) => ({ id, count: ticketIds.length })));
    if (!next) return;
    hand.over(next);
    const count = groups.find(({ id }) => id === next.columnId)?.ticketIds.length ?? 0;
    say(positioned(nameOf(next.columnId), next.index + 1, count + 1));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target as HTMLElement;
    if (card.tagName !== "ARTICLE" || event.defaultPrevented || !active || event.altKey) return;
    const { key } = event;
    const mod = event.metaKey || event.ctrlKey;
    if (mod) return;
    if (carried && arrows.includes(key)) carry(key);
    else if (carried && (key === " " || key === "Enter")) {
      const to = hand.hand?.slot;
      const changed = hand.release(true);
      say(changed && to ? dropped(nameOf(to.columnId)) : back());
    } else if (carried && key === "Escape") {
      hand.release(false);
      say(back());
    } else if (carried) return;
    else if (key === " " && mayNowOn("editTickets", board.take(active.ticketId))) {
      const index = groups.find(({ id }) => id === active.columnId)?.ticketIds.indexOf(active.ticketId) ?? 0;
      const ids = board.take(active.ticketId);
      hand.lift(ids, { columnId: active.columnId, index });
      say(lifted(ids.length, useTroupe.getState().tickets[active.ticketId]?.title ?? ""));
    } else if (key === "Enter" || key === " ") board.open(active.ticketId);
    else {
      const next = nextCard(key, active, groups);
      if (!next) return;
      if (event.shiftKey && next.columnId === active.columnId) {
        if (!useTarget.getState().selected.includes(active.ticketId)) select(active.ticketId, board.order());
        select(next.ticketId, board.order(), true);
      }
      board.stand(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKeyDown, said };
}
