import { create } from "zustand";
import { moveDates, plannedMove } from "@/actions/schedule";
import type { CascadeMode } from "@/fields/schedule/cascade";
import { endsJoining, firstDay } from "@/fields/schedule/ends";
import { spanOf, type Dates } from "@/fields/schedule/span";
import { boundsOf, constraintsBy, constraintsOf, type Plan } from "@/fields/schedule/constraints";
import { daysBetween } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import type { LinkEnds } from "@/wire/generated";
import { useGanttView } from "./ganttView";
import { emptyHand } from "./hand";

/** A point of the window, in pixels. */
export interface Point {
  x: number;
  y: number;
}

/** What a choice does to the followers of a move: how many move, and by how many days at most. */
export interface Effect {
  count: number;
  days: number;
}

/** A move that runs into a follower. */
export interface Conflict {
  /** The moved task and the follower that it runs into the furthest. */
  fromId: string;
  toId: string;
  /** The kind of the dependency, and the number of days by which the follower is too early. */
  ends: LinkEnds;
  days: number;
  push: Effect;
  keepGap: Effect;
}

type Known = Parameters<typeof plannedMove>[0] & Pick<Plan, "rolled">;

function effectOf(view: Known, moves: ReadonlyMap<string, Dates>, mode: CascadeMode): Effect {
  const shifts = plannedMove(view, moves, mode, view.rolled).changes.flatMap(({ ticketId, patch }) => {
    const ticket = view.tickets[ticketId];
    const [was, now] = [ticket && spanOf(ticket), ticket && spanOf({ ...ticket, ...patch })];
    return moves.has(ticketId) || !was || !now ? [] : [Math.abs(daysBetween(was.end, now.end))];
  });
  return { count: shifts.length, days: Math.max(0, ...shifts) };
}

/** Null if a move runs into no follower. */
export function conflictOf(view: Known, moves: ReadonlyMap<string, Dates>): Conflict | null {
  const daysOf = (id: string) => {
    const dates = moves.get(id) ?? view.tickets[id];
    return dates && spanOf(dates);
  };
  let worst: Pick<Conflict, "fromId" | "toId" | "ends" | "days"> | null = null;
  for (const [toId, constraints] of constraintsBy(constraintsOf(view), "to")) {
    const follower = moves.has(toId) ? null : daysOf(toId);
    if (!follower) continue;
    for (const { constraint, day } of boundsOf(constraints, daysOf)) {
      const days = moves.has(constraint.from) ? daysBetween(follower[constraint.toEnd], firstDay(day, constraint)) : 0;
      if (days > (worst?.days ?? 0)) worst = { fromId: constraint.from, toId, ends: endsJoining(constraint), days };
    }
  }
  return worst && { ...worst, push: effectOf(view, moves, "push"), keepGap: effectOf(view, moves, "keepGap") };
}

interface Waiting {
  conflict: Conflict;
  moves: ReadonlyMap<string, Dates>;
  at: Point;
  /** What had the focus before. */
  focused: Element | null;
}

/** A move that waits until the person has said what its followers do. */
export const useConflict = create<{ waiting: Waiting | null }>(() => ({ waiting: null }));

/** Moves tasks, and what follows them by the setting of the place. Returns true if the person is asked first. */
export function moveOrAsk(moves: ReadonlyMap<string, Dates>, at: Point): boolean {
  const { mode, parents } = useGanttView.getState().settings;
  const rolled = parents !== "own";
  const conflict = mode === "ask" ? conflictOf({ ...useTroupe.getState(), rolled }, moves) : null;
  if (conflict) useConflict.setState({ waiting: { conflict, moves, at, focused: document.activeElement } });
  else moveDates(moves, mode === "ask" ? "off" : mode, rolled);
  return conflict !== null;
}

/** Makes the move that waits; null calls it off. */
export function answerConflict(mode: CascadeMode | null): void {
  const { waiting } = useConflict.getState();
  if (!waiting) return;
  useConflict.setState({ waiting: null });
  emptyHand();
  if (mode !== null) moveDates(waiting.moves, mode, useGanttView.getState().settings.parents !== "own");
}
