import { t } from "@lingui/core/macro";
import { useCallback, useMemo, useRef, useState } from "react";
import { moveTickets, setValue } from "@/actions/tickets";
import type { Group } from "@/fields/arrange/group";
import type { Place } from "@/fields/arrange/place";
import { status } from "@/fields/status";
import { patchTo } from "@/fields/value";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import { tell } from "@/ui/Toast";
import type { Ticket } from "@/wire/generated";
import { outcomeOf, type Slot } from "./drop";

export interface Hand {
  ids: readonly string[];
  slot: Slot | null;
}

interface Wanted {
  place: Place;
  groups: readonly Group[];
  /** True if the shown order is the list's own. */
  ordered: boolean;
}

const empty: ReadonlySet<string> = new Set();

/** The cards that the person carries, by pointer or by key, and the effect of dropping them. */
export function useHand({ place, groups, ordered }: Wanted) {
  const [hand, setHand] = useState<Hand | null>(null);
  const latest = useLatest({ place, groups, ordered });
  // Read again within the same event, before React renders.
  const held = useRef<Hand | null>(null);

  const put = useCallback((next: Hand | null) => {
    held.current = next;
    setHand(next);
  }, []);
  const lift = useCallback((ids: readonly string[], slot: Slot | null = null) => put({ ids, slot }), [put]);
  const over = useCallback(
    (slot: Slot | null) => {
      const hand = held.current;
      if (!hand || (hand.slot?.columnId === slot?.columnId && hand.slot?.index === slot?.index)) return;
      put({ ...hand, slot });
    },
    [put],
  );
  const leave = useCallback(
    (columnId: string) => {
      if (held.current?.slot?.columnId === columnId) over(null);
    },
    [over],
  );
  /** Drops the cards. Returns true if this changed something. */
  const release = useCallback(
    (dropped: boolean): boolean => {
      const hand = held.current;
      const { place, groups, ordered } = latest.current;
      put(null);
      if (!hand?.slot || !dropped) return false;
      const { tickets } = useTroupe.getState();
      const inHand = hand.ids.flatMap((id) => {
        const ticket = tickets[id];
        return ticket && !ticket.trashedAt ? [ticket] : [];
      });
      if (inHand.length < hand.ids.length) tell({ text: t`Some of these tasks are now in the trash` });
      const column = groups.find(({ id }) => id === hand.slot?.columnId)?.ticketIds ?? [];
      const outcome = outcomeOf({ inHand, slot: hand.slot, column, ordered: ordered && place.listId !== null });
      if (outcome.is === "status") void setValue(outcome.ids, status.value, outcome.statusId);
      if (outcome.is === "move" && place.listId !== null) {
        const { after, statusId } = outcome;
        const patchOf = (ticket: Ticket) => patchTo(status.value, ticket, [statusId]);
        void moveTickets(inHand, { place: { listId: place.listId, after }, patchOf });
      }
      return outcome.is !== "nothing";
    },
    [latest, put],
  );
  const inHand = useMemo(() => (hand ? new Set(hand.ids) : empty), [hand]);
  return { hand, inHand, lift, over, leave, release };
}
