import { plural, t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import { copy } from "@/actions/copy";
import { updateTickets } from "@/actions/tickets";
import { useTroupe } from "@/sync/store";
import { number } from "@/fields/facts";
import { textOf } from "@/fields/text";
import { isPicked, mayBeEmpty, patchTo } from "@/fields/value";
import { title } from "@/fields/title";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import type { Ticket } from "@/wire/generated";
import { FIRST, NAME, NUMBER, type Column } from "./columns";
import type { Line } from "./lines";
import { isAnswering, isWriting, navigate } from "./navigate";
import { askInCell } from "./Row";
import type { ColumnWidths } from "./useColumnWidths";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  widths: ColumnWidths;
  page: () => number;
  say: (what: string) => void;
  onWrite: (lineKey: string) => void;
}

/** The keys of the sheet while a cell has the focus. */
export function useGridKeys({ state, lines, columns, widths, page, say, onWrite }: Wanted) {
  const { grid, stand, position, begin } = state;

  const enter = (line: Line, column: number, cell: HTMLElement) => {
    if (line.kind === "group") return grid.fold(line.groupId);
    if (line.kind === "new") return onWrite(line.key);
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
    const size = { lines: lines.length, columns: columns.length + FIRST, page: page() };
    const to = event.altKey ? null : navigate({ key: event.key, mod, shift: event.shiftKey }, from, size);
    const done = () => {
      event.preventDefault();
      event.stopPropagation();
    };
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
    const way = event.key === "ArrowUp" || event.key === "ArrowLeft" ? -1 : 1;
    if (event.altKey && !mod && !event.shiftKey && /^Arrow(Up|Down)$/.test(event.key)) {
      done();
      if (grid.rows.step(from.line, way)) say(way < 0 ? t`Moved up.` : t`Moved down.`);
      return;
    }
    if (event.altKey && !mod && event.shiftKey && /^Arrow(Left|Right)$/.test(event.key)) {
      done();
      const id = (from.column === NAME ? title : columns[from.column - FIRST])?.id;
      if (id) widths.step(id, way * 16);
      return;
    }
    if ((event.key === "Enter" && !mod) || event.key === "F2") {
      done();
      enter(line, from.column, cell);
      return;
    }
    if (line.kind !== "ticket") return;
    const ticket = useTroupe.getState().tickets[line.ticketId];
    if (!ticket) return;
    if (event.key === " " && !mod) {
      done();
      if (from.column === NUMBER) grid.tick(line.ticketId, event.shiftKey);
      else grid.open(line.ticketId);
    } else if ((event.key === "Delete" || event.key === "Backspace") && !mod) {
      done();
      const at = columns[from.column - FIRST];
      if (at && mayNowOn("editTickets", [ticket.id])) clear(ticket, at);
    } else if (mod && !event.shiftKey && event.key.toLowerCase() === "c") {
      if (window.getSelection()?.isCollapsed === false) return;
      done();
      copyCells(ticket, from.column, columns);
    } else if (from.column === NAME && isWriting(event)) {
      done();
      begin(line.key, event.key);
    } else if (isAnswering(event)) {
      const at = columns[from.column - FIRST];
      if (at && askInCell(at, line.ticketId, cell, event.key)) done();
    }
  };
}

/** Empties a cell. One key never empties a title, a status or the lists. */
function clear(ticket: Ticket, { value }: Column): void {
  const patch = isPicked(value) && mayBeEmpty(value) ? patchTo(value, ticket, []) : null;
  if (patch) void updateTickets([ticket.id], patch);
}

/** Copies the cell as text, or all rows of a selection as tab-separated text. */
function copyCells(ticket: Ticket, column: number, columns: readonly Column[]): void {
  const state = useTroupe.getState();
  const all = [number, title, ...columns];
  const rows = useTarget.getState().selected.flatMap((id) => state.tickets[id] ?? []);
  if (rows.length === 0) {
    const at = all[column];
    return copy([at ? textOf(at.value, state, ticket) : ""], t`Copied`);
  }
  const row = (each: Ticket) => all.map(({ value }) => textOf(value, state, each)).join("\t");
  copy(rows.map(row), plural(rows.length, { one: "Copied # row", other: "Copied # rows" }));
}
