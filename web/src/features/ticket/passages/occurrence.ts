/** Some words of a text, and which of their occurrences they are, counted from 0. */
export interface Occurrence {
  words: string;
  nth: number;
}

const bare = (text: string): string => text.replace(/\s/gu, "");

/** The selected words of a drawn text. Spaces do not count, as a selection has others than the text. */
export function occurrenceIn(root: Node, range: Range): Occurrence | null {
  const words = range.toString().trim();
  const wanted = bare(words);
  if (wanted === "") return null;
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const start = bare(before.toString()).length;
  const text = bare(root.textContent ?? "");
  let nth = 0;
  for (let at = text.indexOf(wanted); at >= 0 && at < start; at = text.indexOf(wanted, at + 1)) nth += 1;
  return { words, nth };
}
