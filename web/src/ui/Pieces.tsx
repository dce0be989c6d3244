interface Piece {
  text: string;
  /** Whether it matches. */
  hit: boolean;
}

/** A text with its matches in the accent colour. Every piece is plain text. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  const parts = [];
  let from = 0;
  for (const { text, hit } of pieces) {
    parts.push(hit ? <mark key={from}>{text}</mark> : text);
    from += text.length;
  }
  return <>{parts}</>;
}
