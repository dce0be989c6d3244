import type { Part } from "./dates";

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What an arrow key does to the bar that has the focus; null for any other key. */
export function barStep({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): { part: Part; days: 1 | -1 } | null {
  if (altKey || (key !== "ArrowLeft" && key !== "ArrowRight")) return null;
  const mod = ctrlKey || metaKey;
  if (mod && shiftKey) return null;
  return { part: mod ? "start" : shiftKey ? "end" : "move", days: key === "ArrowLeft" ? -1 : 1 };
}

/** The row that a key leads to. Null for a key that does not move up or down. */
export function rowStep(key: string, at: number, count: number, page: number): number | null {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: count - 1, PageUp: at - page, PageDown: at + page }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), count - 1);
}
