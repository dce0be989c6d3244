import type { KeyboardEvent } from "react";
import { useTroupe } from "@/sync/store";
import { typeAhead } from "@/actions/ask";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { FIRST, NAME, NUMBER, type Column } from "./columns";
import type { Line } from "./lines";
import { isAnswering, isWriting, step } from "./navigate";
import { askInCell } from "./Row";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  page: () => number;
  onWrite: (lineKey: string) => void;
}

/** The keys of the sheet while a cell has the focus. `tools/toolKeys.ts` has those that are not needed at first. */
export function useGridKeys({ state, lines, columns, page, onWrite }: Wanted) {
  const { grid, stand, position, begin } = state;

  const enter = (line: Line, column: number, cell: HTMLElement) => {
    if (line.kind === "group") return grid.fold(line.groupId);
    if (line.kind === "new") return onWrite(line.key);
    if (line.kind === "foot") return;
    // A task that the person may only read has nothing to edit, so Enter opens it.
    if (column === NUMBER || !mayNowOn("editTickets", [line.ticketId])) return grid.open(line.ticketId);
    if (column === NAME) return begin(line.key, null);
    const at = columns[column - FIRST];
    if (at) askInCell(at, line.ticketId, cell);
  };

  return (event: KeyboardEvent<HTMLElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[role="gridcell"]');
    if (event.defaultPrevented || event.nativeEvent.isComposing || cell !== event.target) return;
    const from = position();
    const line = from && lines[from.line];
    if (!cell || !from || !line) return;
    const mod = event.metaKey || event.ctrlKey;
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (!mod && !event.altKey && typeAhead(event.key, cell)) return done();
    if (grid.tools.current?.press(event)) return done();
    const isPlain = !mod && !event.altKey && !event.shiftKey;
    // In the column of titles, the arrows show and hide subtasks.
    if (isPlain && from.column === NAME && line.kind === "ticket" && line.closed === (event.key === "ArrowRight") && /^Arrow(Left|Right)$/.test(event.key)) {
      done();
      return grid.fold(line.ticketId);
    }
    const to = event.altKey ? null : step({ key: event.key, mod, shift: event.shiftKey }, from, { lines, columns: columns.length + FIRST, page: page() });
    if (to) {
      done();
      stand(to);
      const ticket = lines[to.line];
      // Shift and an arrow key select the rows that they pass.
      if (event.shiftKey && event.key !== "Tab" && line.kind === "ticket" && ticket?.kind === "ticket") {
        if (!useTarget.getState().selected.includes(line.ticketId)) grid.tick(line.ticketId, false);
        grid.tick(ticket.ticketId, true);
      }
      return;
    }
    if ((event.key === "Enter" && !mod) || event.key === "F2") {
      done();
      enter(line, from.column, cell);
      return;
    }
    if (line.kind !== "ticket") return;
    if (!useTroupe.getState().tickets[line.ticketId]) return;
    if (event.key === " " && !mod) {
      done();
      if (from.column === NUMBER) grid.tick(line.ticketId, event.shiftKey);
      else grid.open(line.ticketId);
    } else if (from.column === NAME && isWriting(event)) {
      done();
      begin(line.key, event.key);
    } else if (isAnswering(event)) {
      const at = columns[from.column - FIRST];
      if (at && askInCell(at, line.ticketId, cell, event.key)) done();
    }
  };
}
