import { plural, t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import { copy } from "@/actions/copy";
import { changeTickets } from "@/actions/tickets";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { number } from "@/fields/facts";
import type { Field } from "@/fields/field";
import { textOf } from "@/fields/text";
import { title } from "@/fields/title";
import { isPicked, mayBeEmpty, patchTo } from "@/fields/value";
import { useTroupe } from "@/sync/store";
import { FIRST, NAME, type Column } from "../columns";
import { joinPatches } from "../joinPatches";
import type { Line } from "../lines";
import type { Rows } from "../useCarriedRows";
import type { ColumnWidths } from "../useColumnWidths";
import type { GridState } from "../useGridState";
import { tableText } from "./block";
import type { BlockActs } from "./useBlock";

interface Wanted {
  state: GridState;
  lines: readonly Line[];
  columns: readonly Column[];
  rows: Rows;
  widths: ColumnWidths;
  block: BlockActs;
  /** True while a block of cells is chosen. */
  chosen: boolean;
  say: (what: string) => void;
  /** Opens the menu of a column, by its number among all. */
  onMenu: (column: number) => void;
}

/** The keys that change rows, columns and blocks of cells. Returns true if a key is used up. */
export function toolKeys({ state, lines, columns, rows, widths, block, chosen, say, onMenu }: Wanted): (event: KeyboardEvent<HTMLElement>) => boolean {
  const withAlt = (key: string, shift: boolean, from: { line: number; column: number }): boolean => {
    const way = key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1;
    if (!shift && /^Arrow(Up|Down)$/.test(key)) {
      if (rows.step(from.line, way)) say(way < 0 ? t`Moved up.` : t`Moved down.`);
      return true;
    }
    if (!shift) return false;
    if (key === "ArrowDown") onMenu(from.column);
    else if (/^Arrow(Left|Right)$/.test(key)) {
      const id = (from.column === NAME ? title : columns[from.column - FIRST])?.id;
      if (id) widths.step(id, way * 16);
    } else return false;
    return true;
  };
  const withMod = (key: string, ticketId: string, column: number): boolean => {
    if (key === "d") block.fillDown();
    else if (key === "c" && window.getSelection()?.isCollapsed !== false) copyCells(ticketId, column, columns, block);
    else return false;
    return true;
  };

  return ({ key, altKey, shiftKey, metaKey, ctrlKey }) => {
    const from = state.position();
    const line = from && lines[from.line];
    if (!from || !line) return false;
    const mod = metaKey || ctrlKey;
    if (altKey) return !mod && withAlt(key, shiftKey, from);
    if (line.kind !== "ticket") return false;
    if (mod) return !shiftKey && withMod(key.toLowerCase(), line.ticketId, from.column);
    if (shiftKey && /^Arrow(Up|Down|Left|Right)$/.test(key)) return block.extend(key);
    if (key === "Delete" || key === "Backspace") {
      const cells = block.whole() ?? { ticketIds: [line.ticketId], columns: columns.slice(from.column - FIRST, from.column - FIRST + 1) };
      if (from.column >= NAME) clear(cells.ticketIds, cells.columns);
      return true;
    }
    if (key !== "Escape" || !chosen) return false;
    block.clear();
    return true;
  };
}

/** Empties cells as one undo step. One key never empties a title, a status or the lists. */
function clear(ticketIds: readonly string[], columns: readonly Pick<Field, "value">[]): void {
  const { tickets } = useTroupe.getState();
  const changes = ticketIds.flatMap((ticketId) => {
    const ticket = tickets[ticketId];
    if (!ticket || !mayNowOn("editTickets", [ticketId])) return [];
    const patches = columns.flatMap(({ value }) => (isPicked(value) && mayBeEmpty(value) ? (patchTo(value, ticket, []) ?? []) : []));
    return patches.length > 0 ? [{ ticketId, patch: joinPatches(patches) }] : [];
  });
  if (changes.length > 0) void changeTickets(changes, plural(changes.length, { one: "emptying cells of # task", other: "emptying cells of # tasks" }));
}

/** Copies the block, or all columns of the selected rows, or the cell. */
function copyCells(ticketId: string, column: number, columns: readonly Column[], block: BlockActs): void {
  const state = useTroupe.getState();
  const all: readonly Pick<Field, "value">[] = [number, title, ...columns];
  const { selected } = useTarget.getState();
  const whole = block.whole();
  const text = (ids: readonly string[], fields: readonly Pick<Field, "value">[]) =>
    tableText(ids.flatMap((id) => state.tickets[id] ?? []).map((ticket) => fields.map(({ value }) => textOf(value, state, ticket))));
  if (whole) {
    const count = whole.ticketIds.length * whole.columns.length;
    return copy([text(whole.ticketIds, whole.columns)], plural(count, { one: "Copied # cell", other: "Copied # cells" }));
  }
  if (selected.length > 0) return copy([text(selected, all)], plural(selected.length, { one: "Copied # row", other: "Copied # rows" }));
  const ticket = state.tickets[ticketId];
  const field = all[column];
  copy([ticket && field ? textOf(field.value, state, ticket) : ""], t`Copied`);
}
