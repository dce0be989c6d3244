import { rowsOf } from "@/sync/tables/tableCopy";
import { ticketByKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The start and end of a match, in characters of the text. */
export type Span = readonly [number, number];

export interface Hit<T> {
  thing: T;
  spans: readonly Span[];
  score: number;
}

interface Match {
  spans: Span[];
  score: number;
  /** The score without the length of the text: equally good matches are equal. */
  quality: number;
}

const EXACT = 10_000;
/** The lowest score of a text that contains every word. A text with only the letters always scores less. */
const WORDS = 900;

/** The places and the score of a query's words in a text; null unless the text contains all of them. */
export function matchText(text: string, query: string): Match | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { spans: [], score: 0, quality: 0 };
  const lower = text.toLowerCase();
  return byWords(lower, words) ?? byLetters(lower, words.join(""));
}

/** Matches every word as it is written. A match scores best at the start of the text, then at the start of a word. */
function byWords(text: string, words: readonly string[]): Match | null {
  const spans: Span[] = [];
  let quality = 1_000;
  for (const word of words) {
    const at = bestPlace(text, word);
    if (at < 0) return null;
    spans.push([at, at + word.length]);
    quality += at === 0 ? 60 : startsWord(text, at) ? 40 : 0;
  }
  return { spans: spans.sort(([a], [b]) => a - b), score: quality - text.length / 10, quality };
}

function bestPlace(text: string, word: string): number {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (startsWord(text, at)) return at;
  return text.indexOf(word);
}

function startsWord(text: string, at: number): boolean {
  return at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "");
}

/** Matches the letters in their order, for a typing error or an abbreviation. They may not be too far apart. */
function byLetters(text: string, letters: string): Match | null {
  if (letters.length < 3) return null;
  const spans: [number, number][] = [];
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    const last = spans.at(-1);
    if (last && last[1] === at) last[1] = at + 1;
    else spans.push([at, at + 1]);
    from = at + 1;
  }
  const first = spans[0]?.[0] ?? 0;
  const spread = from - first;
  if (spread > letters.length * 3) return null;
  const score = 500 - spread * 4 - spans.length * 10 - first / 10;
  return { spans, score, quality: score };
}

/** The lowest score of a mistyped name: above a text with only the letters, and below one with every word. */
const MISTYPED = 600;
/** In a shorter word, one slip makes another word. */
const SHORTEST = 4;

/**
 * Matches a mistyped name: each word of the query is the beginning of a word of the name, and exactly one of them has one
 * slip. A slip is a wrong, a missing, an additional or a swapped letter. Null if the query has no slip, or other mistakes.
 */
export function matchMistyped(text: string, query: string): Match | null {
  const names = [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => ({ word, index }));
  const spans: Span[] = [];
  let slips = 0;
  let whole = 0;
  for (const typed of query.toLowerCase().split(/\s+/).filter(Boolean)) {
    const exact = names.find(({ word }) => word.startsWith(typed));
    const close = exact ?? (typed.length < SHORTEST ? undefined : names.find(({ word }) => beginsMistyped(word, typed)));
    if (!close) return null;
    if (!exact) slips += 1;
    if (isOneSlip(close.word, typed) || close.word === typed) whole += 1;
    spans.push([close.index, close.index + close.word.length]);
  }
  if (slips !== 1) return null;
  return { spans: spans.sort(([a], [b]) => a - b), score: MISTYPED + whole * 10 - text.length / 100, quality: MISTYPED + whole * 10 };
}

/** True if the typed word is a word, or the beginning of a word, with one slip. */
function beginsMistyped(word: string, typed: string): boolean {
  return [-1, 0, 1].some((by) => typed.length + by <= word.length && isOneSlip(word.slice(0, typed.length + by), typed)) || isOneSlip(word, typed);
}

/** True if two words differ by exactly one wrong, missing, additional or swapped letter. */
export function isOneSlip(word: string, typed: string): boolean {
  const [a, b] = [[...word], [...typed]];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  if (at === a.length && at === b.length) return false;
  const rest = (letters: string[], from: number) => letters.slice(from).join("");
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
  return rest(a, at + 1) === rest(b, at + 1) || rest(a, at + 1) === rest(b, at) || rest(a, at) === rest(b, at + 1) || swapped;
}

export interface Searched<T> {
  textOf: (thing: T) => string;
  /** Further texts to match, which are not shown. */
  alsoOf?: (thing: T) => string | undefined;
  /** True if a mistyped name finds the thing; absent if mistyped names find nothing. */
  hasName?: (thing: T) => boolean;
  /** The number that is subtracted from the quality of a match. */
  penaltyOf?: (thing: T) => number;
  /** Orders things that are equal in everything else. */
  inOrder?: (a: T, b: T) => number;
}

/** The places of ids in a list whose newest come first; what is not in the list comes last. */
function placesOf(used: readonly string[]): (thing: unknown) => number {
  const places = new Map(used.map((id, place) => [id, place]));
  return (thing) => places.get((thing as { id?: string }).id ?? "") ?? used.length;
}

/** The matches of a query, the best first. Of equally good ones, those come first that the person has `used` most recently. */
export function searchBy<T>(things: readonly T[], query: string, { textOf, alsoOf, hasName, penaltyOf, inOrder }: Searched<T>, used: readonly string[] = []): Hit<T>[] {
  const hits: (Hit<T> & { quality: number })[] = [];
  const placeOf = placesOf(query.trim() === "" ? [] : used);
  for (const thing of things) {
    const text = textOf(thing);
    const match = matchText(text, query);
    const other = match ? null : matchText(alsoOf?.(thing) ?? "", query);
    // A name with one slip is a better match than a name that only contains the letters.
    const written = (match ?? other)?.score ?? 0;
    const slip = written < MISTYPED && hasName?.(thing) ? matchMistyped(text, query) : null;
    if (slip) hits.push({ thing, ...slip });
    else if (match) hits.push({ thing, ...match });
    else if (other) hits.push({ thing, ...other, spans: [] });
  }
  const worth = ({ thing, quality }: (typeof hits)[number]) => quality - (penaltyOf?.(thing) ?? 0);
  return hits
    .sort((a, b) => worth(b) - worth(a) || placeOf(a.thing) - placeOf(b.thing) || b.score - a.score || (inOrder?.(a.thing, b.thing) ?? 0))
    .map(({ thing, spans, score }) => ({ thing, spans, score }));
}

export interface TicketQuery {
  query: string;
  /** Searches only this list. A number finds its ticket in any list. */
  listId: string | null;
  limit: number;
  /** The ids of the tickets that the person has opened last, the newest first. */
  opened?: readonly string[];
}

/** Finds tickets by number or title, open ones before finished ones. Without a query, the most recently changed. */
export function searchTickets(view: Pick<View, "tickets" | "workspace">, query: TicketQuery): Hit<Ticket>[] {
  const { query: typed, listId, limit, opened } = query;
  const living = rowsOf(view.tickets).filter((ticket) => ticket.trashedAt === null);
  const scoped = listId === null ? living : living.filter((ticket) => ticket.lists.some((in_) => in_.listId === listId));
  if (typed.trim() === "")
    return scoped
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
      .slice(0, limit)
      .map((thing) => ({ thing, spans: [], score: 0 }));

  const exact = ticketsCalled(view, typed);
  const byTitle = searchBy(scoped, typed, { textOf: (ticket) => ticket.title, penaltyOf: penalty, inOrder: (a, b) => b.number - a.number }, opened).filter(({ thing }) => !exact.includes(thing));
  return [...exact.map((thing) => ({ thing, spans: [], score: EXACT })), ...byTitle].slice(0, limit);
}

/** The tickets with a key. A number alone finds the shared ticket and the person's private one. */
function ticketsCalled(view: Pick<View, "tickets" | "workspace">, typed: string): Ticket[] {
  const number = /^\s*#?(\d+)\s*$/.exec(typed)?.[1];
  const own = number === undefined ? null : ticketByKey(view, `MY-${number}`);
  return [ticketByKey(view, typed), own].filter((ticket) => ticket !== null && ticket.trashedAt === null) as Ticket[];
}

function penalty(ticket: Ticket): number {
  return ticket.completed ? 30 : 0;
}

/** The score of the best result; undefined if there is none. */
export const bestOf = (hits: readonly Hit<unknown>[]): number | undefined => (hits.length === 0 ? undefined : Math.max(...hits.map(({ score }) => score)));

/** The groups of results, in the order that applies when their best scores are equal. */
export const groupIds = ["tickets", "people", "actions", "filters", "places"] as const;
export type GroupId = (typeof groupIds)[number];

/** Tasks come first if one of them contains the typed words. Otherwise groups are ordered by their best result. */
export function groupOrder(best: Readonly<Record<GroupId, number | undefined>>): readonly GroupId[] {
  if ((best.tickets ?? 0) >= WORDS) return groupIds;
  return groupIds.toSorted((a, b) => (best[b] ?? -1) - (best[a] ?? -1));
}
