import { useRef, type FocusEvent, type MouseEvent } from "react";
import { keepPage, openTab, opensTab } from "@/lib/newTab";
import { ticketKey } from "@/sync/selectors";
import { useTroupe } from "@/sync/store";
import { FIRST, NAME, NUMBER, type Column } from "./columns";
import type { Line } from "./lines";
import { askInCell } from "./Row";
import type { GridState } from "./useGridState";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  onOpen: (ticketId: string) => void;
}

/** Handles clicks in the grid. After a click within a cell, that cell is the active one. */
export function useGridPointer({ state, lines, columns, onOpen }: Wanted) {
  const { active, grid, indexOf } = state;
  const pressing = useRef(false);

  /** The ticket of the cell that an event is in; null for inputs and buttons, which handle their own events. */
  const ticketAt = (target: EventTarget): string | null => {
    const element = target as HTMLElement;
    const cell = element.closest<HTMLElement>("[data-line]");
    const line = cell && cell.contains(element) && !element.closest("input, button") ? lineOf(cell) : undefined;
    return line?.kind === "ticket" ? line.ticketId : null;
  };
  const hrefOf = (ticketId: string) => {
    const view = useTroupe.getState();
    const ticket = view.tickets[ticketId];
    return grid.hrefOf((ticket && ticketKey(view, ticket)) ?? ticketId);
  };

  const onAuxClick = (event: MouseEvent<HTMLElement>) => {
    const ticketId = event.button === 1 && !(event.target as HTMLElement).closest("a") ? ticketAt(event.target) : null;
    if (ticketId !== null) openTab(hrefOf(ticketId));
  };

  const lineOf = (cell: HTMLElement) => lines[indexOf.get(cell.dataset.line ?? "") ?? -1];

  // The click sets the active cell, not the mouse press: scrolling in between would put another cell under the pointer.
  const onMouseDown = (event: MouseEvent<HTMLElement>) => {
    if (ticketAt(event.target)) keepPage(event);
    pressing.current = true;
    setTimeout(() => (pressing.current = false));
  };

  // A cell that gets the focus back, from a menu or the panel, becomes the active one.
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const { line, column } = target.dataset;
    if (pressing.current || line === undefined || (active?.key === line && active.column === Number(column))) return;
    grid.activate(line, Number(column));
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const cell = target.closest<HTMLElement>("[data-line]");
    const line = cell ? lineOf(cell) : undefined;
    if (!cell || !line || !cell.contains(target) || target.closest("input:not([type=checkbox]), [role=dialog]")) return;
    const column = Number(cell.dataset.column);
    const again = active?.key === line.key && active.column === column;
    if (ticketAt(target) !== null && line.kind === "ticket" && (opensTab(event) || event.shiftKey)) {
      // A click on the link itself is left to the browser.
      if (opensTab(event)) return target.closest("a") ? undefined : openTab(hrefOf(line.ticketId));
      event.preventDefault();
      grid.tick(line.ticketId, true);
      grid.activate(line.key, NUMBER);
      return;
    }
    if (target.closest("a")) {
      if (line.kind !== "ticket") return;
      event.preventDefault();
      grid.activate(line.key, column, false);
      onOpen(line.ticketId);
      return;
    }
    const control = target.closest("button, input");
    // A surface that a button opens takes the focus itself. A checkbox or a fold gives the focus to the cell.
    grid.activate(line.key, column, control === null || control.matches("input, [aria-expanded]:not([aria-haspopup])"));
    if (control || line.kind !== "ticket" || column < NAME) return;
    const at = columns[column - FIRST];
    // A click that opens a picker makes the cell active first, because the focus returns to the active cell.
    if (at) askInCell(at, line.ticketId, cell);
    else if (again) grid.edit(line.key);
  };
  return { onMouseDown, onFocus, onClick, onAuxClick };
}
