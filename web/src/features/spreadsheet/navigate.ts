import { keysNow } from "@/lib/ownKeys";
import type { Line } from "./lines";

/** A cell, by line and column, both from 0. */
export interface Position {
  line: number;
  column: number;
}

interface Size {
  lines: number;
  columns: number;
  /** The number of lines that fit into the window. */
  page: number;
}

interface Pressed {
  key: string;
  mod: boolean;
  shift: boolean;
}

/** The cell that a key leads to. Null for a key that does not move, or that leaves the grid (Tab at its ends). */
export function navigate({ key, mod, shift }: Pressed, from: Position, size: Size): Position | null {
  const last = { line: size.lines - 1, column: size.columns - 1 };
  const to = (line: number, column: number): Position => ({
    line: Math.min(Math.max(line, 0), last.line),
    column: Math.min(Math.max(column, 0), last.column),
  });
  switch (key) {
    case "ArrowUp":
      return to(mod ? 0 : from.line - 1, from.column);
    case "ArrowDown":
      return to(mod ? last.line : from.line + 1, from.column);
    case "ArrowLeft":
      return to(from.line, mod ? 0 : from.column - 1);
    case "ArrowRight":
      return to(from.line, mod ? last.column : from.column + 1);
    case "Home":
      return to(mod ? 0 : from.line, 0);
    case "End":
      return to(mod ? last.line : from.line, last.column);
    case "PageUp":
      return to(from.line - size.page, from.column);
    case "PageDown":
      return to(from.line + size.page, from.column);
    case "Tab":
      return tab(from, last, shift ? -1 : 1);
    default:
      return null;
  }
}

/** The cell that a key leads to in a sheet. Lines with totals are passed over. */
export function step(pressed: Pressed, from: Position, { lines, ...size }: Omit<Size, "lines"> & { lines: readonly Pick<Line, "kind">[] }): Position | null {
  const count = lines.length - Number(lines.at(-1)?.kind === "foot");
  const to = navigate(pressed, from, { ...size, lines: count });
  return to && lines[to.line]?.kind === "foot" ? { ...to, line: to.line + (to.line < from.line ? -1 : 1) } : to;
}

/** Moves along the line and on to the next one, and leaves the grid at its two ends. */
function tab(from: Position, last: Position, step: 1 | -1): Position | null {
  const column = from.column + step;
  if (column >= 0 && column <= last.column) return { line: from.line, column };
  const line = from.line + step;
  if (line < 0 || line > last.line) return null;
  return { line, column: step > 0 ? 0 : last.column };
}

/** True if a key types a character, which starts the edit of a text cell. */
export function isWriting(event: { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean }): boolean {
  return [...event.key].length === 1 && event.key !== " " && !event.metaKey && !event.ctrlKey && !event.altKey;
}

/** Shortcuts that act on rows in every cell: to the next row, to the previous one, and to select. */
const ofRows = ["J", "K", "X"];

/** True if a key opens the picker of a cell and starts its search: a letter that does not act on rows, a digit, or a plus sign. */
export function isAnswering(event: Parameters<typeof isWriting>[0]): boolean {
  return isWriting(event) && /^[\p{L}\p{N}+]$/u.test(event.key) && ofRows.every((name) => keysNow(name) !== event.key.toUpperCase());
}
