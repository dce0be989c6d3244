/**
 * Letters of scripts that are written from right to left, and direction controls. No other characters can reorder the
 * words beside a text.
 */
const turning = /[\u0590-\u08FF\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const opens = (char: string) => char >= "\u2066" && char <= "\u2068";
const closes = (char: string) => char === "\u2069";

/**
 * A text that stands within a sentence. Where it could reorder the words around it, invisible marks isolate its writing
 * direction, and its own marks are balanced. Any other text stays as it is.
 */
export function isolated(text: string): string {
  if (!turning.test(text)) return text;
  let depth = 0;
  let kept = "";
  let outside = "";
  for (const char of text) {
    if (closes(char) && depth === 0) continue;
    if (opens(char)) depth += 1;
    else if (closes(char)) depth -= 1;
    else if (depth === 0) outside += char;
    kept += char;
  }
  kept += "\u2069".repeat(depth);
  return turning.test(outside) ? `\u2068${kept}\u2069` : kept;
}

/** The names in a row, each isolated: "Ada, Ben, Cleo". */
export const inRow = (names: readonly string[]): string => names.map(isolated).join(", ");
