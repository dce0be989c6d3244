import { t } from "@lingui/core/macro";
import { useMemo, type RefObject } from "react";
import { linkTasks } from "@/actions/schedule";
import { mayNowOn } from "@/actions/useMay";
import { linkObjections } from "@/actions/objections";
import { loopOf } from "@/fields/schedule/loop";
import { useLatest } from "@/lib/useLatest";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { followPointer } from "./followPointer";
import { emptyHand, setHand } from "./hand";
import { headHeight } from "./measures";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  tree: number;
}

const called = (ticketId: string): string => {
  const state = useTroupe.getState();
  const ticket = state.tickets[ticketId];
  return (ticket && (ticketKey(state, ticket) ?? ticket.title)) ?? "";
};

/** Why one ticket can't block another, and the loop that the link would close; null if it can. */
function objectionTo(fromId: string, toId: string): { text: string; loop: readonly string[] | null } | null {
  const state = useTroupe.getState();
  const [from, to] = [state.tickets[fromId], state.tickets[toId]];
  const objection = from && to ? linkObjections(state, from, "blocks")(to) : "home";
  if (objection === null) return null;
  if (objection === "linked") return { text: t`${called(fromId)} already blocks ${called(toId)}`, loop: null };
  const loop = objection === "loop" ? loopOf(state.links, fromId, toId) : null;
  if (loop === null) return { text: t`${called(fromId)} can't block ${called(toId)}: other people see it`, loop };
  const path = loop.map(called).join(" → ");
  return { text: t`Would create a loop: ${path}`, loop };
}

/** Draws a dependency from the end of a bar to another bar. */
export function useLinkDrag(wanted: Wanted) {
  const latest = useLatest(wanted);
  return useMemo(
    () => (event: PointerEvent, fromId: string) => {
      const scroller = latest.current.scroller.current;
      if (scroller === null || !mayNowOn("editTickets", [fromId])) return;
      event.stopPropagation();
      event.preventDefault();
      let over: string | null = null;
      let allowed = false;
      let loops = false;
      followPointer(event, {
        scroller,
        inset: { left: latest.current.tree, top: headHeight },
        onStart: () => {},
        onMove: (x, y) => {
          const box = scroller.getBoundingClientRect();
          const at = { x: x - box.left - latest.current.tree + scroller.scrollLeft, y: y - box.top - headHeight + scroller.scrollTop };
          over = barAt(x, y, fromId);
          const objection = over === null ? null : objectionTo(fromId, over);
          allowed = over !== null && objection === null;
          loops = objection?.loop != null;
          const from = called(fromId);
          const text = over === null ? t`${from} blocks …` : (objection?.text ?? t`${from} blocks ${called(over)}`);
          setHand({ link: { fromId, toId: allowed ? over : null, loop: objection?.loop ?? null, ...at }, hint: { x, y, text, bad: objection !== null } });
        },
        onEnd: (dropped) => {
          emptyHand();
          // A loop is refused in words too: the hint is gone with the drag.
          if (dropped && over !== null && (allowed || loops)) linkTasks(fromId, over);
        },
      });
    },
    [latest],
  );
}

/** The ticket whose bar is under the pointer. */
function barAt(x: number, y: number, fromId: string): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest<HTMLElement>("[data-part=bar][data-ticket]")?.dataset.ticket;
    if (id !== undefined && id !== fromId) return id;
  }
  return null;
}
