import type { Span } from "./search";

/** A text with the found parts in the accent colour. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  const parts = [];
  let from = 0;
  for (const [start, end] of spans) {
    // The matches of two words may overlap.
    if (start < from) continue;
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}
