/** The most tasks that one paste creates. More need an import. */
export const mostPasted = 100;

/** The node's limit for a title, in characters. */
export const longestTitle = 500;

/** The marker of a list item: a bullet, a number or a checkbox. */
const mark = /^\s*(?:[-*+•–]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]?\]\s+)?/;

/** The titles in a text, one for each line, without list markers and empty lines. Null for a single line, which is pasted as usual. */
export function titlesIn(text: string): string[] | null {
  const titles = text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(mark, "").replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
  return titles.length > 1 ? titles : null;
}
