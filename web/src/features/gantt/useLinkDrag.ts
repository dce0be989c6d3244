import { t } from "@lingui/core/macro";
import { useMemo, type RefObject } from "react";
import { askedWords } from "@/actions/dependency";
import { blockingLink, linkTasks } from "@/actions/schedule";
import { mayNowOn } from "@/actions/useMay";
import { linkObjections } from "@/actions/objections";
import { dependencyOf } from "@/fields/schedule/ends";
import { loopOf } from "@/fields/schedule/loop";
import { useLatest } from "@/lib/useLatest";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import type { LinkEnds } from "@/wire/generated";
import { followPointer } from "./followPointer";
import { emptyHand, setHand } from "./hand";
import { drawnEnds, endUnder, usualEnd, type LinkEnd } from "./linkEnds";

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

/** The reason why one ticket can't block another by a dependency of this kind, and the loop that the link would close; null if the link is possible. */
function objectionTo(fromId: string, toId: string, ends: LinkEnds): { text: string; loop: readonly string[] | null } | null {
  const state = useTroupe.getState();
  const [from, to] = [state.tickets[fromId], state.tickets[toId]];
  const objection = from && to ? linkObjections(state, from, "blocks")(to) : "home";
  if (objection === null) return null;
  if (objection === "linked") {
    const known = blockingLink(state, fromId, toId);
    // Drawing a link again between other ends changes its kind.
    if (known && dependencyOf(state, known.id).ends !== ends) return null;
    return { text: t`${called(fromId)} already blocks ${called(toId)}`, loop: null };
  }
  const loop = objection === "loop" ? loopOf(state.links, fromId, toId) : null;
  if (loop === null) return { text: t`${called(fromId)} can't block ${called(toId)}: other people see it`, loop };
  const path = loop.map(called).join(" → ");
  return { text: t`Would create a loop: ${path}`, loop };
}

/** Draws a dependency from an end of a bar to an end of another bar. The ends decide its kind. */
export function useLinkDrag(wanted: Wanted) {
  const latest = useLatest(wanted);
  return useMemo(
    () => (event: PointerEvent, barId: string, end: LinkEnd) => {
      const scroller = latest.current.scroller.current;
      if (scroller === null || !mayNowOn("editTickets", [barId])) return;
      event.stopPropagation();
      event.preventDefault();
      /** The dependency that a drop would make. */
      let drawn: [fromId: string, toId: string, ends: LinkEnds] | null = null;
      let mayDrop = false;
      followPointer(event, {
        scroller,
        inset: { left: latest.current.tree, top: latest.current.head },
        onStart: () => {},
        onMove: (x, y) => {
          const box = scroller.getBoundingClientRect();
          const at = { x: x - box.left - latest.current.tree + scroller.scrollLeft, y: y - box.top - latest.current.head + scroller.scrollTop };
          const over = endAt(x, y, barId, end);
          const overEnd = over?.end ?? usualEnd(end);
          const { turned, ends } = drawnEnds(end, overEnd);
          drawn = over && (turned ? [over.ticketId, barId, ends] : [barId, over.ticketId, ends]);
          const objection = drawn && objectionTo(...drawn);
          const loop = objection?.loop ?? null;
          // A link that closes a loop may be dropped: a toast then names the loop, because the hint disappears with the drag.
          mayDrop = objection === null || loop !== null;
          const [from, to] = drawn ? [called(drawn[0]), called(drawn[1])] : turned ? ["…", called(barId)] : [called(barId), "…"];
          const text = objection?.text ?? askedWords(ends, from, to);
          setHand({ link: { barId, end, turned, ends, overId: objection === null ? (over?.ticketId ?? null) : null, overEnd, loop, ...at }, hint: { x, y, text, bad: objection !== null } });
        },
        onEnd: (dropped) => {
          emptyHand();
          if (dropped && drawn !== null && mayDrop) linkTasks(...drawn);
        },
      });
    },
    [latest],
  );
}

/** The ticket whose bar is under the pointer, and the end of the bar that the pointer means. The dots beside a bar mean its ends. */
function endAt(x: number, y: number, barId: string, from: LinkEnd): { ticketId: string; end: LinkEnd } | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const part = element.closest<HTMLElement>("[data-part=bar][data-ticket], [data-end]");
    const { ticket: ticketId, end } = part?.dataset ?? {};
    if (part === null || ticketId === undefined || ticketId === barId) continue;
    if (end === "before" || end === "behind") return { ticketId, end };
    const box = part.getBoundingClientRect();
    return { ticketId, end: endUnder(from, (x - box.left) / box.width) };
  }
  return null;
}
