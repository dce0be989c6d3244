import type { Line } from "../lines";
import { NAME } from "../columns";
import { navigate, type Position } from "../navigate";

/** A rectangle of cells, by lines and columns; all four are included. */
export interface Rect {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The cells between two cells. The column of numbers belongs to no block. */
export const rectOf = (a: Position, b: Position): Rect => ({
  top: Math.min(a.line, b.line),
  bottom: Math.max(a.line, b.line),
  left: Math.max(NAME, Math.min(a.column, b.column)),
  right: Math.max(NAME, a.column, b.column),
});

/** The tickets of some lines, from the top, each once. */
export function ticketsBetween(lines: readonly Line[], top: number, bottom: number): string[] {
  return [...new Set(lines.slice(Math.max(top, 0), bottom + 1).flatMap((line) => (line.kind === "ticket" ? [line.ticketId] : [])))];
}

/** The corner of a block after an arrow key: the next cell of a ticket. Null if there is none in this direction. */
export function extended(key: string, corner: Position, lines: readonly Line[], columns: number): Position | null {
  const size = { lines: lines.length, columns, page: 1 };
  let at = corner;
  for (;;) {
    const next = navigate({ key, mod: false, shift: false }, at, size);
    if (!next || next.column < NAME || (next.line === at.line && next.column === at.column)) return null;
    if (lines[next.line]?.kind === "ticket") return next;
    at = next;
  }
}

/**
 * The lines that a drag of the handle fills: from the edge of the block to the line under the pointer. Null while the
 * pointer is in the block.
 */
export function fillRange(rect: Rect, line: number): Rect | null {
  if (line > rect.bottom) return { ...rect, top: rect.bottom + 1, bottom: line };
  return line < rect.top ? { ...rect, top: line, bottom: rect.top - 1 } : null;
}

/** Which ticket each target takes its values from. The tickets of the block repeat: downwards from the first on, upwards from the last on. */
export function fillPairs(sources: readonly string[], targets: readonly string[], upwards: boolean): { from: string; to: string }[] {
  const [order, goals] = upwards ? [sources.toReversed(), targets.toReversed()] : [sources, targets];
  return goals.flatMap((to, index) => {
    const from = order[index % order.length];
    return from === undefined || from === to ? [] : [{ from, to }];
  });
}

/** Repeats a table until it covers a block, if the block is a whole number of tables. Otherwise the table stays as it is. */
export function tiled(table: readonly (readonly string[])[], rows: number, columns: number): readonly (readonly string[])[] {
  const width = table[0]?.length ?? 0;
  if (width === 0 || rows % table.length !== 0 || columns % width !== 0 || table.some((row) => row.length !== width)) return table;
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => table[row % table.length]?.[column % width] ?? ""));
}

/** Cells as other spreadsheets read them: a cell with a tab, a line break or a quote at its start stands in quotes. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => row.map(cell).join("\t")).join("\n");
}
