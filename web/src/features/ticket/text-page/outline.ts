/** A heading of a text on the screen. */
export interface Heading {
  element: HTMLElement;
  words: string;
  /** How far it is indented: 0 for the highest level of the text. */
  indent: number;
}

const levelOf = ({ dataset, tagName }: HTMLElement): number => Number(dataset.level ?? tagName.slice(1));

/** The words of a heading, without the name flags of people whose carets are in it. */
function wordsOf(element: HTMLElement): string {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const mark of copy.querySelectorAll("[data-caret]")) mark.remove();
  // A caret stands between joiners that have no width.
  return copy.textContent.replaceAll("\u2060", "").trim();
}

/** The headings that the text shows now, in the editor or in the text that is read. Folded sections show none. */
export function headingsIn(text: HTMLElement): Heading[] {
  const found = [...text.querySelectorAll<HTMLElement>(":is(h3, h4, h5)")]
    .filter((element) => !element.closest("[hidden], details:not([open])"))
    .map((element) => ({ element, words: wordsOf(element), level: levelOf(element) }))
    .filter(({ words }) => words !== "");
  const levels = [...new Set(found.map(({ level }) => level))].toSorted((a, b) => a - b);
  return found.map(({ level, ...heading }) => ({ ...heading, indent: levels.indexOf(level) }));
}

/** True if the same words are shown at the same indents by the same elements, so that nothing needs to be drawn again. */
export const areSame = (before: readonly Heading[], now: readonly Heading[]): boolean =>
  before.length === now.length && now.every(({ element, words, indent }, nth) => before[nth]?.element === element && before[nth].words === words && before[nth].indent === indent);

/** Which of the headings belongs to what a person reads: the last one that has passed the line; -1 without headings. */
export function inSight(tops: readonly number[], line: number): number {
  return Math.max(tops.findLastIndex((top) => top <= line), Math.min(0, tops.length - 1));
}
