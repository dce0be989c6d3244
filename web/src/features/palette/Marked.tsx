import type { Span } from "./search";

/** A text with what was found in it in the accent. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  const parts = [];
  let from = 0;
  for (const [start, end] of spans) {
    // Two words of a query may lie over each other.
    if (start < from) continue;
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  parts.push(text.slice(from));
  return <>{parts}</>;
}
