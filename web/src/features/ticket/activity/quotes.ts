import { useEffect } from "react";
import { markdownOf } from "@/sync/texts/toMarkdown/toMarkdown";
import { node } from "@/sync/texts/treeNode";
import { useLatest } from "@/lib/useLatest";

/** Takes a quote in Markdown. */
type Take = (quote: string) => void;

/** The fields that take quotes, by their tickets. */
const fields = new Map<string, Take>();

/** Lets the field of new comments of a task take quotes. */
export function useQuotes(ticketId: string, take: Take): void {
  const latest = useLatest(take);
  useEffect(() => {
    const mine: Take = (quote) => latest.current(quote);
    fields.set(ticketId, mine);
    return () => {
      // On a change of ticket the next field may have registered first.
      if (fields.get(ticketId) === mine) fields.delete(ticketId);
    };
  }, [ticketId, latest]);
}

/** Puts a quote into the field of new comments of a task. */
export const quote = (ticketId: string, quoted: string): void => fields.get(ticketId)?.(quoted);

/** A text in Markdown as a quote. */
export const quoted = (markdown: string): string =>
  markdown
    .trim()
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");

/** Words that a person has selected on screen, in Markdown. */
export const markdownOfWords = (words: string): string =>
  markdownOf(
    words
      .split(/\n+/)
      .filter((line) => line.trim() !== "")
      .map((line) => node("paragraph", {}, [[{ text: line.trim(), marks: {} }]])),
  );

/** A text with a quote at its end, and an empty line behind it for the answer. */
export const withQuote = (text: string, quote: string): string => `${text.trim() === "" ? "" : `${text.trim()}\n\n`}${quote}\n\n`;

/** The words that are selected within an element; an empty text if the selection is elsewhere. */
export function selectedIn(element: Element | null): string {
  const selection = getSelection();
  if (!element || !selection || selection.isCollapsed || selection.rangeCount === 0) return "";
  return element.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString().trim() : "";
}
