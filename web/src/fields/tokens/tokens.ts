import { readDate, type NumberOrder } from "@/lib/typedDate";
import type { PlainDate } from "@/lib/plainDate";
import type { FieldId } from "../field";
import type { Option } from "../options";

/** The sign before a value in the title of a new task: `#label`, `@person`, `!priority`, `+list`. */
export const marks = ["#", "@", "!", "+"] as const;
export type Mark = (typeof marks)[number];

/** What a title may name: the field and the options of each mark, and the fields of dates. A mark without a field is plain text. */
export interface Known {
  marks: Readonly<Partial<Record<Mark, { field: FieldId; options: readonly Pick<Option, "id" | "name" | "keywords">[] }>>>;
  due?: FieldId | undefined;
  start?: FieldId | undefined;
}

/** A value that a title names: the text from `from` to `to`. */
export interface Token {
  field: FieldId;
  /** The id of an option, or a date. */
  value: string;
  text: string;
  from: number;
  to: number;
}

export interface Reading {
  /** True if the person has finished the title, so that its last word is complete too. */
  final?: boolean;
  /** Texts that stay text, because the person has turned their chips back. */
  left?: readonly string[];
  now?: PlainDate;
  order?: NumberOrder;
}

/** The text without case, accents, spaces, hyphens and underscores. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[\s_-]+/g, "");

type Named = Pick<Option, "id" | "name" | "keywords">;

/** The one option that a word names: by its whole name, else by one word of it, else by its beginning. Null if no option matches, or several do. */
export function optionNamed(options: readonly Named[], word: string): Named | null {
  const wanted = plain(word);
  if (wanted === "") return null;
  const names = ({ name, keywords = [] }: Named) => [name, ...keywords];
  const ways: ((option: Named) => boolean)[] = [
    (option) => names(option).some((name) => plain(name) === wanted),
    (option) => option.name.split(/\s+/).some((part) => plain(part) === wanted),
    (option) => wanted.length > 1 && names(option).some((name) => plain(name).startsWith(wanted)),
  ];
  for (const fits of ways) {
    const [first, ...others] = options.filter(fits);
    if (first) return others.length === 0 ? first : null;
  }
  return null;
}

/** A mark and the start of a name before the caret, which are not a token yet. */
export interface Beginning {
  mark: Mark;
  word: string;
  from: number;
}

/** The mark and the word that are being typed at the caret; null if there is no mark. */
export function beginningAt(title: string, caret: number): Beginning | null {
  const [, mark, quoted, word] = /(?:^|\s)([#@!+])(?:"([^"]*)|([^\s"]*))$/.exec(title.slice(0, caret)) ?? [];
  if (mark === undefined) return null;
  const said = quoted ?? word ?? "";
  return { mark: mark as Mark, word: said, from: caret - said.length - (quoted === undefined ? 1 : 2) };
}

/** The options whose name, or a word of it, begins with the typed text, in their order. */
export function optionsFor<O extends Named>(options: readonly O[], typed: string): readonly O[] {
  const wanted = plain(typed);
  return options.filter(({ name, keywords = [] }) => [name, ...keywords, ...name.split(/\s+/)].some((each) => plain(each).startsWith(wanted)));
}

/** The token for an option that was chosen in place of what is typed. */
export function tokenFor({ mark, from }: Beginning, caret: number, field: FieldId, { id, name }: Named): Token {
  return { field, value: id, text: /\s/.test(name) ? `${mark}"${name}"` : `${mark}${name}`, from, to: caret };
}

interface Word {
  text: string;
  from: number;
  to: number;
  /** True if white space follows. */
  complete: boolean;
}

const wordsOf = (title: string, final: boolean): Word[] =>
  [...title.matchAll(/\S+/g)].map(({ 0: text, index }) => ({ text, from: index, to: index + text.length, complete: final || index + text.length < title.length }));

/** A mark and its word, or its words within quotes; punctuation at its end does not belong to it. */
const marked = /(?<=^|\s)([#@!+])(?:"([^"]+)"|([^\s"]+?))(?=[.,;:?)]*(\s|$))/gu;

function byMark(title: string, { marks: known }: Known, final: boolean): Token[] {
  const found: Token[] = [];
  for (const { 0: text, 1: mark, 2: quoted, 3: word, 4: after, index } of title.matchAll(marked)) {
    const field = known[mark as Mark];
    if (!field || (after === "" && !final)) continue;
    const nth = mark === "!" && /^[1-9]$/.test(word ?? "") ? field.options[Number(word) - 1] : undefined;
    const option = nth ?? optionNamed(field.options, quoted ?? word ?? "");
    if (option) found.push({ field: field.field, value: option.id, text, from: index, to: index + text.length });
  }
  return found;
}

/** The most words of a date: "due Dec 3rd, 2026" has three, "due in two weeks from now" five. */
const longest = 5;

/** Words that are a date on their own. All others need "due" or "start" before them, because a title may be about a day. */
const alone = /^(?:today|tomorrow|tmr|tmrw|next week|next month|(?:this|next) (?:mon|tue|wed|thu|fri|sat|sun)[a-z]*)$/;

function byDate(title: string, { due, start }: Known, { final = false, now, order }: Reading): Token[] {
  const words = wordsOf(title, final);
  const found: Token[] = [];
  const read = (text: string) => readDate(text.replace(/^by /, ""), { ...(now && { now }), ...(order && { order }) });
  const bare = (text: string) => text.toLowerCase().replace(/[.,;:!?)]+$/, "");
  /** The date that begins with the word `at` and has as many words as possible. */
  const dateAt = (at: number, fits: (text: string) => boolean): { date: PlainDate; last: Word } | null => {
    for (let count = Math.min(longest, words.length - at); count > 0; count -= 1) {
      const some = words.slice(at, at + count);
      const last = some.at(-1);
      if (!last?.complete) continue;
      const text = bare(some.map((word) => word.text).join(" "));
      const date = fits(text) ? read(text) : null;
      if (date !== null) return { date, last };
    }
    return null;
  };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word) break;
    const [, lead, rest] = /^(due|starts?|starting)(?::(\S*))?$/i.exec(word.text) ?? [];
    const field = lead === undefined || /^due$/i.test(lead) ? due : start;
    if (field === undefined) continue;
    // "due:friday" is one word.
    const glued = rest ? (word.complete ? read(bare(rest)) : null) : null;
    const dated = glued !== null ? { date: glued, last: word } : dateAt(lead === undefined ? at : at + 1, lead === undefined ? (text) => alone.test(text) : () => true);
    if (dated === null) continue;
    found.push({ field, value: dated.date, text: title.slice(word.from, dated.last.to), from: word.from, to: dated.last.to });
    at = words.indexOf(dated.last);
  }
  return found;
}

/**
 * The values that a title names, from left to right. A token is complete with the space after it, so that nothing is taken
 * while its word is still being typed. Dates are read in English.
 */
export function readTokens(title: string, known: Known, reading: Reading = {}): Token[] {
  const { final = false, left = [] } = reading;
  const all = [...byMark(title, known, final), ...byDate(title, known, reading)].toSorted((a, b) => a.from - b.from);
  return all.filter(({ text, from }, at) => !left.includes(text) && !all.slice(0, at).some((before) => before.to > from));
}

/** A title without its tokens, and the place in it where each of them stood. White space beside a token goes with it. */
export function withoutTokens(title: string, tokens: readonly Token[], caret = title.length): { title: string; places: number[]; caret: number } {
  let rest = "";
  let at = 0;
  let stays: number | null = null;
  const places: number[] = [];
  const copy = (to: number) => {
    if (stays === null && caret <= to) stays = rest.length + Math.max(0, caret - at);
    rest += title.slice(at, to);
    at = to;
  };
  for (const { from, to } of tokens) {
    copy(from);
    at = to;
    if (rest === "" || /\s$/.test(rest)) at += /^\s*/.exec(title.slice(to))?.[0].length ?? 0;
    places.push(rest.length);
    if (stays === null && caret < at) stays = rest.length;
  }
  copy(title.length);
  return { title: rest, places, caret: stays ?? rest.length };
}
