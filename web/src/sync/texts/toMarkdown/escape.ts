/*
 * Writes plain text so that Markdown reads it as the same plain text. The rules are those of the node
 * (`actors/src/domain/rich_text/markdown/escape.rs`), which writes descriptions.
 */

const space = /^\p{White_Space}/u;
const letter = /^[\p{Alphabetic}\p{N}]/u;
const asciiPunctuation = /^[!-/:-@[-`{-~]/;

export const isSpace = (char: string | undefined): boolean => char !== undefined && space.test(char);
export const isLetter = (char: string | undefined): boolean => char !== undefined && letter.test(char);

/** How a side of a delimiter counts in CommonMark's rules. Parsers differ on characters that are `unsure`. */
export type Side = "space" | "punctuation" | "letter" | "unsure";

export function sideOf(char: string | undefined): Side {
  if (char === undefined || isSpace(char)) return "space";
  if (asciiPunctuation.test(char)) return "punctuation";
  return isLetter(char) ? "letter" : "unsure";
}

/** True if a delimiter may open after, and close before, any character on its other side. */
export const isOpen = (side: Side): boolean => side === "space" || side === "punctuation";

/** A character that no rule of Markdown reads as more than itself. */
export const entity = (char: string): string => `&#${char.codePointAt(0)};`;

/** Where a text stands. */
export interface Place {
  inTable: boolean;
  /** The character before the text in the same line; undefined at the begin of a line. */
  before: string | undefined;
  atLineStart: boolean;
  /** True if more follows in the same line. */
  goesOn: boolean;
}

export const anywhere: Place = { inTable: false, before: undefined, atLineStart: false, goesOn: false };

/** The last character of a text, which may take two units. */
export const lastOf = (text: string): string | undefined => /.$/su.exec(text)?.[0];
export const firstOf = (text: string): string | undefined => /^./su.exec(text)?.[0];

/** Writes a text without line breaks. */
export function escaped(text: string, place: Place): string {
  let out = "";
  let { before } = place;
  let rest = text;
  if (place.atLineStart) {
    const start = escapeLineStart(text, place.goesOn);
    out = start.out;
    rest = start.rest;
    before = lastOf(text.slice(0, text.length - rest.length)) ?? before;
  }
  let at = 0;
  for (const char of rest) {
    const from = at;
    at += char.length;
    if (needsBackslash(char, before, firstOf(rest.slice(at, at + 2)), rest, from, place)) out += "\\";
    out += char;
    before = char;
  }
  return out;
}

function needsBackslash(char: string, before: string | undefined, after: string | undefined, text: string, at: number, place: Place): boolean {
  switch (char) {
    case "\\":
    case "`":
    case "*":
    case "~":
    case "[":
    case "]":
      return true;
    case "_":
      // Within a word, an underscore marks nothing. Names with underscores stay readable.
      return !(isLetter(before) && isLetter(after));
    case "<":
      return after === undefined ? place.goesOn : /^[a-z/!?]/i.test(after);
    case "&":
      if (after === undefined) return place.goesOn;
      // Names of entities are at most 33 characters long.
      return /^[#a-z\d]/i.test(after) && (place.goesOn || text.slice(at, at + 40).includes(";"));
    case "!":
      // An image would begin if a link follows.
      return after === undefined && place.goesOn;
    case "|":
      return place.inTable;
    default:
      return false;
  }
}

/** The first character of a text as it is written in the middle of a line. */
export function firstEscaped(text: string): string | undefined {
  const first = firstOf(text);
  if (first === undefined) return undefined;
  return needsBackslash(first, undefined, firstOf(text.slice(first.length)), text, 0, { ...anywhere, goesOn: true }) ? "\\" : first;
}

/** Escapes what would begin a block. `rest` is the text behind it. */
function escapeLineStart(text: string, goesOn: boolean): { out: string; rest: string } {
  const first = firstOf(text);
  if (first === undefined) return { out: "", rest: text };
  const rest = text.slice(first.length);
  if (isSpace(first)) return { out: entity(first), rest };
  if (first === "#") {
    const behind = text.replace(/^#+/, "");
    const begins = text.length - behind.length <= 6 && (behind === "" || isSpace(firstOf(behind)));
    return { out: begins ? "\\#" : "#", rest };
  }
  if (first === ">" || first === "|") return { out: `\\${first}`, rest };
  if ("+-=:".includes(first) && !isLetter(firstOf(rest))) return { out: `\\${first}`, rest };
  const digits = /^\d+/.exec(text)?.[0] ?? "";
  if (digits === "" || digits.length > 9) return { out: "", rest: text };
  const behind = text.slice(digits.length);
  // The number may go on in the next run of text.
  if (behind === "") return goesOn ? { out: entity(first), rest } : { out: "", rest: text };
  const begins = /^[.)]/.test(behind) && (behind.length === 1 || isSpace(firstOf(behind.slice(1))));
  return begins ? { out: `${digits}\\${behind[0]}`, rest: behind.slice(1) } : { out: "", rest: text };
}

const isEntity = (text: string): boolean => /^&[#a-z\d]*;/i.test(text);

const backslashed = (text: string, marks: string): string =>
  text.replace(/[\\()<>"|&]/g, (char, at: number) => (marks.includes(char) || (char === "&" && isEntity(text.slice(at))) ? `\\${char}` : char));

/** The destination of a link or an image. */
export const destination = (address: string, inTable: boolean): string => backslashed(address, `\\()<>${inTable ? "|" : ""}`);

/** The title of a link or an image, with its quotation marks and the space before it. */
export const title = (words: string, inTable: boolean): string => (words === "" ? "" : ` "${backslashed(words, `\\"<>${inTable ? "|" : ""}`)}"`);

/** A span of code. */
export function code(written: string, inTable: boolean): string {
  const text = written.replace(/[\n\r]/g, " ");
  const fence = "`".repeat(longestRun(text, /`+/g) + 1);
  const spaced = text.startsWith(" ") && text.endsWith(" ") && /[^ ]/.test(text);
  const pad = text.startsWith("`") || text.endsWith("`") || spaced ? " " : "";
  return `${fence}${pad}${inTable ? text.replaceAll("|", "\\|") : text}${pad}${fence}`;
}

/** The length of the longest match. */
export const longestRun = (text: string, runs: RegExp): number => [...text.matchAll(runs)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
