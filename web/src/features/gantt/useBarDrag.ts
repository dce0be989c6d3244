import { t } from "@lingui/core/macro";
import { useMemo, type RefObject } from "react";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { cascade } from "@/fields/schedule/cascade";
import { bracketsOf, type Dates, type Days } from "@/fields/schedule/span";
import type { WorkingDays } from "@/fields/schedule/calendar";
import type { PlainDate } from "@/lib/plainDate";
import { useLatest } from "@/lib/useLatest";
import { useTroupe } from "@/sync/store";
import { moveOrAsk } from "./conflict";
import { daysMoved, drawn, type Part } from "./dates";
import { followPointer } from "./followPointer";
import { useGanttView } from "./ganttView";
import { emptyHand, setHand } from "./hand";
import { chosenWith, movedWith, movesAlone, movesOf } from "./moves";
import { askAboutSubtasks } from "./parentMove";
import { dateAt, type Axis } from "./scale";
import { showDrag } from "./showDrag";
import { datesHint } from "./words";

interface Wanted {
  scroller: RefObject<HTMLElement | null>;
  axis: Axis;
  /** The width of the column of names, which covers the left of the window. */
  tree: number;
  /** The height of the head, which covers the top of the window. */
  head: number;
  days: WorkingDays;
  /** The days of each ticket whose bar spans its subtasks. */
  parents: ReadonlyMap<string, Days>;
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
  const inset = () => ({ left: latest.current.tree, top: latest.current.head });

  /** The moves of the last cascade: a cascade is computed only when the moves change. */
  let cascaded: ReadonlyMap<string, Dates> | null = null;
  let following: ReadonlyMap<string, Dates> = new Map();
  let brackets: ReadonlyMap<string, Days> = new Map();
  let at = { x: 0, y: 0 };
  /** Shows what a drop would change. */
  const show = (ticketId: string, moves: ReadonlyMap<string, Dates>, own: Dates, x: number, y: number) => {
    const { days, parents } = latest.current;
    const { mode, parents: parentMode } = useGanttView.getState().settings;
    const state = useTroupe.getState();
    if (moves !== cascaded) {
      cascaded = moves;
      const { tickets, links, linkLags, statuses } = state;
      // In the mode `ask`, the person is asked after the drop. Until then, followers are shown where `push` would put them.
      const all = cascade({ tickets, links, linkLags, statuses, moves, mode: mode === "ask" ? "push" : mode, days, rolled: parentMode !== "own" });
      following = new Map([...all].filter(([id]) => !moves.has(id)));
      brackets = parents.size === 0 ? new Map() : bracketsOf(state.tickets, all);
    }
    const bracket = parents.has(ticketId) ? brackets.get(ticketId) : undefined;
    const shown = bracket ? { startDate: bracket.start, dueDate: bracket.end } : own;
    at = { x, y };
    setHand({ moving: moves, following, brackets, hint: { ...at, text: datesHint(shown, days), bad: false } });
    showDrag(ticketId, own);
  };
  /** `alone` has the dates of a move without subtasks, if a parent moves. */
  const drop = (moves: ReadonlyMap<string, Dates>, dropped: boolean, alone: ReadonlyMap<string, Dates> | null = null) => {
    showDrag(null, null);
    if (!dropped || moves.size === 0) return emptyHand();
    const asks = (alone !== null && askAboutSubtasks({ along: moves, alone, at })) || moveOrAsk(moves, at);
    // While the person is asked, the bars stay where they were dropped.
    if (asks) setHand({ hint: null });
    else emptyHand();
  };

  const grab = (event: PointerEvent, ticketId: string, part: Part) => {
    const element = scroller.current;
    if (element === null) return;
    const { parents } = latest.current;
    const { tickets } = useTroupe.getState();
    const { selected } = useTarget.getState();
    const chosen = chosenWith({ ticketId, part, selected });
    const ids = movedWith({ tickets, ticketId, part, selected, isParent: (id) => parents.has(id) });
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
      onEnd: (dropped) => {
        const movesParent = part === "move" && chosen.some((id) => parents.has(id));
        drop(moves, dropped, movesParent ? movesAlone({ tickets: useTroupe.getState().tickets, ticketIds: chosen, days: last ?? 0, parents }) : null);
      },
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
      // A click without a drag makes a bar that starts on this day. Its length depends on the zoom.
      onClick: () => {
        at = { x: event.clientX, y: event.clientY };
        drop(moves, true);
      },
    });
  };
  /** Drags a ticket without dates onto the chart. It begins on the day on which it is dropped. */
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
          return setHand({ moving: moves, following: new Map(), brackets: new Map(), hint: { x, y, text: t`Drag onto the timeline`, bad: false } });
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
