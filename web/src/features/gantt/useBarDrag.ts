import { t } from "@lingui/core/macro";
import { useMemo, type RefObject } from "react";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { cascade } from "@/fields/schedule/cascade";
import type { Dates } from "@/fields/schedule/span";
import type { WorkingDays } from "@/fields/schedule/calendar";
import type { PlainDate } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import { moveDates } from "@/actions/schedule";
import { daysMoved, drawn, type Part } from "./dates";
import { followPointer } from "./followPointer";
import { useGanttView } from "./ganttView";
import { emptyHand, setHand } from "./hand";
import { movedWith, movesOf } from "./moves";
import { headHeight } from "./measures";
import { dateAt, type Axis } from "./scale";
import { showDrag } from "./showDrag";
import { datesHint } from "./words";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  axis: Axis;
  tree: number;
  days: WorkingDays;
  isParent: (ticketId: string) => boolean;
}

/** Moves bars, pulls their ends and draws new ones, by pointer. Dates are whole days, and are written on the drop only. */
export function useBarDrag(wanted: Wanted) {
  const latest = useLatest(wanted);
  return useMemo(() => dragsOf(latest), [latest]);
}

function dragsOf(latest: RefObject<Wanted>) {
  const { scroller } = latest.current;
  /** The position on the axis of a pixel of the window. */
  const xAt = (clientX: number) => {
    const element = scroller.current;
    return element === null ? 0 : clientX - element.getBoundingClientRect().left - latest.current.tree + element.scrollLeft;
  };
  const inset = () => ({ left: latest.current.tree, top: headHeight });

  let counted: ReadonlyMap<string, Dates> | null = null;
  let following: ReadonlyMap<string, Dates> = new Map();
  /** Shows what a drop would change. */
  const show = (ticketId: string, moves: ReadonlyMap<string, Dates>, own: Dates, x: number, y: number) => {
    const { days } = latest.current;
    const { mode } = useGanttView.getState().settings;
    const state = useTroupe.getState();
    if (moves !== counted) {
      counted = moves;
      const all = cascade({ tickets: state.tickets, links: state.links, linkLags: state.linkLags, statuses: state.statuses, moves, mode, days });
      following = new Map([...all].filter(([id]) => !moves.has(id)));
    }
    setHand({ moving: moves, following, hint: { x, y, text: datesHint(own, days), bad: false } });
    showDrag(ticketId, own);
  };
  const drop = (moves: ReadonlyMap<string, Dates>, dropped: boolean) => {
    emptyHand();
    showDrag(null, null);
    if (dropped && moves.size > 0) moveDates(moves, useGanttView.getState().settings.mode);
  };

  const grab = (event: PointerEvent, ticketId: string, part: Part) => {
    const element = scroller.current;
    if (element === null) return;
    const { isParent } = latest.current;
    const { tickets } = useTroupe.getState();
    const ids = movedWith({ tickets, ticketId, part, selected: useTarget.getState().selected, isParent });
    const may = mayNowOn("editTickets", ids);
    const from = xAt(event.clientX);
    let moves: ReadonlyMap<string, Dates> = new Map();
    if (part !== "move") event.stopPropagation();
    if (event.pointerType !== "touch" && part !== "move") event.preventDefault();
    if (!may) return;
    let last: number | null = null;
    followPointer(event, {
      scroller: element,
      inset: inset(),
      onStart: () => {},
      onMove: (x, y) => {
        const by = daysMoved(xAt(x) - from, latest.current.axis.dayWidth);
        const { tickets } = useTroupe.getState();
        const ticket = tickets[ticketId];
        if (by !== last) {
          last = by;
          moves = movesOf(tickets, ids, part, by);
        }
        const own = moves.get(ticketId) ?? ticket;
        if (own) show(ticketId, moves, own, x, y);
      },
      onEnd: (dropped) => drop(moves, dropped),
    });
  };

  const draw = (event: PointerEvent, ticketId: string) => {
    const element = scroller.current;
    if (element === null || !mayNowOn("editTickets", [ticketId])) return;
    const dayAt = (clientX: number): PlainDate => dateAt(latest.current.axis, xAt(clientX));
    const from = dayAt(event.clientX);
    const datesTo = (clientX: number) => drawn(latest.current.axis.zoom, from, dayAt(clientX));
    let moves: ReadonlyMap<string, Dates> = new Map([[ticketId, datesTo(event.clientX)]]);
    followPointer(event, {
      scroller: element,
      inset: inset(),
      onStart: () => {},
      onMove: (x, y) => {
        const own = datesTo(x);
        moves = new Map([[ticketId, own]]);
        show(ticketId, moves, own, x, y);
      },
      onEnd: (dropped) => drop(moves, dropped),
      onClick: () => drop(moves, true),
    });
  };
  /** Carries a ticket without dates onto the chart: it begins where it is dropped. */
  const place = (event: PointerEvent, ticketId: string) => {
    const element = scroller.current;
    if (element === null) return;
    let moves: ReadonlyMap<string, Dates> = new Map();
    followPointer(event, {
      scroller: element,
      inset: inset(),
      onStart: () => {},
      onMove: (x, y) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOver = x > left + latest.current.tree && x < right && y > top && y < bottom;
        if (!isOver) {
          moves = new Map();
          showDrag(null, null);
          return setHand({ moving: moves, hint: { x, y, text: t`Drag onto the timeline`, bad: false } });
        }
        const date = dateAt(latest.current.axis, xAt(x));
        const own = drawn(latest.current.axis.zoom, date, date);
        moves = new Map([[ticketId, own]]);
        show(ticketId, moves, own, x, y);
      },
      onEnd: (dropped) => drop(moves, dropped),
    });
  };
  return { grab, draw, place };
}
