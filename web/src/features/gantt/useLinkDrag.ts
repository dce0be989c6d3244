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
import { emptyHand, setHand, type LinkEnd } from "./hand";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  tree: number;
  /** The height of the head, which covers the top of the window. */
  head: number;
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

/** Draws a dependency from an end of a bar to another bar: the task whose end is joined blocks the one whose start is. */
export function useLinkDrag(wanted: Wanted) {
  const latest = useLatest(wanted);
  return useMemo(
    () => (event: PointerEvent, barId: string, end: LinkEnd) => {
      const scroller = latest.current.scroller.current;
      if (scroller === null || !mayNowOn("editTickets", [barId])) return;
      const endsWith = (overId: string): [from: string, to: string] => (end === "behind" ? [barId, overId] : [overId, barId]);
      event.stopPropagation();
      event.preventDefault();
      let over: string | null = null;
      let allowed = false;
      let loops = false;
      followPointer(event, {
        scroller,
        inset: { left: latest.current.tree, top: latest.current.head },
        onStart: () => {},
        onMove: (x, y) => {
          const box = scroller.getBoundingClientRect();
          const at = { x: x - box.left - latest.current.tree + scroller.scrollLeft, y: y - box.top - latest.current.head + scroller.scrollTop };
          over = barAt(x, y, barId);
          const objection = over === null ? null : objectionTo(...endsWith(over));
          allowed = over !== null && objection === null;
          loops = objection?.loop != null;
          const text = over === null ? openWords(barId, end) : (objection?.text ?? linkWords(...endsWith(over)));
          setHand({ link: { barId, end, overId: allowed ? over : null, loop: objection?.loop ?? null, ...at }, hint: { x, y, text, bad: objection !== null } });
        },
        onEnd: (dropped) => {
          emptyHand();
          // A toast names the loop, because the hint disappears with the drag.
          if (dropped && over !== null && (allowed || loops)) linkTasks(...endsWith(over));
        },
      });
    },
    [latest],
  );
}

function linkWords(fromId: string, toId: string): string {
  const [from, to] = [called(fromId), called(toId)];
  return t`${from} blocks ${to}`;
}

/** The words while the link leads to no bar yet. */
function openWords(barId: string, end: LinkEnd): string {
  const bar = called(barId);
  return end === "behind" ? t`${bar} blocks …` : t`… blocks ${bar}`;
}

/** The ticket whose bar is under the pointer. */
function barAt(x: number, y: number, barId: string): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const id = element.closest<HTMLElement>("[data-part=bar][data-ticket]")?.dataset.ticket;
    if (id !== undefined && id !== barId) return id;
  }
  return null;
}
