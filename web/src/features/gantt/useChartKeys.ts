import { plural } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import { select } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { spanOf, type Days } from "@/fields/schedule/span";
import { useHotkeys } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import { barStep, rowStep } from "./barKeys";
import { useGanttView } from "./ganttView";
import type { ChartActs } from "./chart";
import { moveOrAsk, type Point } from "./conflict";
import { fromToday } from "./EmptyLane";
import { ticketIdsOf, type Line } from "./lines";
import { chosenWith, movedWith, movesAlone, movesOf } from "./moves";
import { askAboutSubtasks } from "./parentMove";
import type { Part } from "./dates";
import type { ChartState } from "./useChartState";
import { datesWords, movedWords } from "./words";

interface Wanted {
  state: ChartState;
  acts: ChartActs;
  lines: readonly Line[];
  openId: string | null;
  /** The days of the tickets that show those of their subtasks. */
  parents: ReadonlyMap<string, Days>;
  page: () => number;
  say: (what: string) => void;
}

/** The keys of the chart: rows up and down, the tree left and right, and the dates of the bar that has the focus. */
export function useChartKeys({ state, acts, lines, openId, parents, page, say }: Wanted) {
  const isParent = (ticketId: string) => parents.has(ticketId);
  const walk = (step: 1 | -1) => {
    const from = state.at ?? (step > 0 ? -1 : lines.length);
    for (let at = from + step; at >= 0 && at < lines.length; at += step) {
      const line = lines[at];
      if (line?.kind === "ticket") return state.stand(line.key, state.active?.column ?? "name");
    }
  };
  useHotkeys({
    // While a ticket is open, its panel handles J and K.
    ...(openId === null && { J: () => walk(1), K: () => walk(-1) }),
    X: () => {
      const { focused, hovered } = useTarget.getState();
      const id = focused ?? hovered;
      if (id !== null) acts.tick(id, false);
    },
    T: () => useGanttView.getState().tools?.today(),
    "gantt:+": () => useGanttView.getState().tools?.zoom(1),
    "gantt:=": () => useGanttView.getState().tools?.zoom(1),
    "gantt:-": () => useGanttView.getState().tools?.zoom(-1),
  });

  const moveBar = (ticketId: string, part: Part, by: number) => {
    const { tickets } = useTroupe.getState();
    const { selected } = useTarget.getState();
    const chosen = chosenWith({ ticketId, part, selected });
    const ids = movedWith({ tickets, ticketId, part, selected, isParent });
    if (!mayNowOn("editTickets", ids) || (part !== "move" && isParent(ticketId))) return;
    const moves = movesOf(tickets, ids, part, by);
    const own = moves.get(ticketId);
    const at = focusedPoint();
    if (chosen.some(isParent) && askAboutSubtasks({ along: moves, alone: movesAlone({ tickets, ticketIds: chosen, days: by, parents }), at })) return;
    if (moves.size > 0 && moveOrAsk(moves, at)) return;
    const span = own && spanOf(own);
    if (own && span) {
      acts.reveal(span.start, span.end);
      say(movedWords(tickets[ticketId]?.title ?? "", datesWords(own)));
    } else if (moves.size > 0) say(plural(moves.size, { one: "Moved # task", other: "Moved # tasks" }));
  };
  const schedule = (ticketId: string) => {
    if (!mayNowOn("editTickets", [ticketId])) return;
    const dates = fromToday(useGanttView.getState().settings.zoom);
    if (moveOrAsk(new Map([[ticketId, dates]]), focusedPoint())) return;
    acts.reveal(dates.startDate, dates.dueDate);
    say(movedWords(useTroupe.getState().tickets[ticketId]?.title ?? "", datesWords(dates)));
  };

  /** Left and right in the tree: closes and opens rows, and goes to parents, subtasks and the bar. */
  const inTree = (line: Line, at: number, key: string) => {
    const id = line.kind === "ticket" ? line.ticketId : line.groupId;
    const opens = line.kind === "group" || (line.kind === "ticket" && line.hasChildren);
    const isFolded = line.kind !== "new" && line.folded;
    const next = lines[at + 1];
    if (key === "ArrowRight") {
      if (opens && isFolded) acts.fold(id);
      else if (line.kind === "ticket") state.stand(line.key, "bar");
      else if (next) state.stand(next.key, "name");
    } else if (opens && !isFolded) acts.fold(id);
    else if (line.kind !== "group") {
      const above = (line.kind === "ticket" ? line.parentKey : null) ?? lines.slice(0, at).findLast((each) => each.kind === "group")?.key;
      if (above !== undefined) state.stand(above, "name");
    }
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const { part } = (event.target as HTMLElement).dataset;
    const line = state.at === undefined ? undefined : lines[state.at];
    if (event.defaultPrevented || event.nativeEvent.isComposing || part === undefined || !line || state.at === undefined) return;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    const { key } = event;
    const mod = event.ctrlKey || event.metaKey;
    const to = event.altKey || mod ? null : rowStep(key, state.at, lines.length, page());
    const next = to === null ? undefined : lines[to];
    if (next) {
      done();
      state.stand(next.key, part === "bar" ? "bar" : "name");
      // Shift and an arrow key select the rows that they pass.
      if (event.shiftKey && line.kind === "ticket" && next.kind === "ticket") {
        const order = ticketIdsOf(lines);
        if (!useTarget.getState().selected.includes(line.ticketId)) select(line.ticketId, order);
        select(next.ticketId, order, true);
      }
      return;
    }
    const step = part === "bar" && line.kind === "ticket" ? barStep(event) : null;
    if (step && line.kind === "ticket") {
      done();
      moveBar(line.ticketId, step.part, step.days);
    } else if ((key === "ArrowLeft" || key === "ArrowRight") && !mod && !event.altKey && part === "name") {
      done();
      inTree(line, state.at, key);
    } else if ((key === "Enter" || key === " ") && !mod) {
      done();
      if (line.kind === "group") acts.fold(line.groupId);
      else if (line.kind === "new") acts.write(line.key);
      else if (part === "bar" && isUndated(line.ticketId) && !isParent(line.ticketId)) schedule(line.ticketId);
      else acts.open(line.ticketId);
    } else if (key === "Escape" && part === "bar") {
      done();
      state.stand(line.key, "name");
    }
  };
}

/** Below the bar that has the focus. */
function focusedPoint(): Point {
  const { left = 0, bottom = 0 } = document.activeElement?.getBoundingClientRect() ?? {};
  return { x: left, y: bottom };
}

const isUndated = (ticketId: string): boolean => {
  const ticket = useTroupe.getState().tickets[ticketId];
  return ticket !== undefined && spanOf(ticket) === null;
};

