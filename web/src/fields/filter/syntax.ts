import { longestFilter } from "../arrange/settings";
import { Fault, type FaultCode } from "./fault";

/** The limits that the node checks as well. */
const deepest = 8;
const mostConditions = 50;
const mostValues = 100;

export interface Word {
  text: string;
  /** True if it stands in quotes: then it is a name or a text, and no keyword. */
  quoted: boolean;
  at: number;
  /** The place behind it, and behind its closing quote. */
  end: number;
}

/** The longer operators come first. */
const operators = ["!=", "!~", ">=", "<=", "=", "~"] as const;
export type Op = (typeof operators)[number];

/** `due <= today`: a field, an operator, and values. */
export interface Test {
  field: Word;
  op: Op;
  opAt: number;
  values: readonly Word[];
}

/** A filter's text as a tree, before anybody asks what its names mean. */
export type Syntax = { all: readonly Syntax[] } | { any: readonly Syntax[] } | { not: Syntax } | { test: Test };

type Token = { word: Word; at: number } | { op: Op; at: number } | { sign: "(" | ")" | ","; at: number };

const isSpace = (c: string) => " \t\n\r\u00a0".includes(c);
/** Whether a word without quotes may contain the character. */
const isBare = (c: string | undefined): c is string => c !== undefined && !isSpace(c) && !'(),"=!~<>'.includes(c);

/** True if the word is this keyword, in any case. */
export const isKeyword = ({ text, quoted }: Word, keyword: string): boolean => !quoted && lowered(text) === keyword;

/** Letters A to Z in lower case; all other characters stay. */
export const lowered = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function tokensOf(chars: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length; ) {
    const start = at;
    const c = chars[at] ?? "";
    if (isSpace(c)) {
      at++;
    } else if (c === "(" || c === ")" || c === ",") {
      tokens.push({ sign: c, at });
      at++;
    } else if (c === '"') {
      const { text, end } = quotedFrom(chars, start);
      at = end;
      tokens.push({ word: { text, quoted: true, at: start, end }, at: start });
    } else if (isBare(c)) {
      while (isBare(chars[at])) at++;
      tokens.push({ word: { text: chars.slice(start, at).join(""), quoted: false, at: start, end: at }, at: start });
    } else {
      const two = chars.slice(start, start + 2).join("");
      const op = operators.find((sign) => two.startsWith(sign));
      if (op === undefined) throw new Fault(start, "unexpected", c);
      at += op.length;
      tokens.push({ op, at: start });
    }
  }
  return tokens;
}

/** A text in quotes, and the place behind it. A backslash stands before a quote or a backslash that belongs to the text. */
function quotedFrom(chars: readonly string[], start: number): { text: string; end: number } {
  let text = "";
  for (let at = start + 1; at < chars.length; at++) {
    const c = chars[at] ?? "";
    if (c === '"') return { text, end: at + 1 };
    if (c === "\\" && at + 1 < chars.length) at++;
    text += chars[at] ?? "";
  }
  throw new Fault(start, "openQuote");
}

/** A fault of a whole word, with its quotes. */
export const faultIn = ({ at, text, end }: Word, code: FaultCode): Fault => new Fault(at, code, text, end);

const textOf = (token: Exclude<Token, { word: Word }>): string => ("op" in token ? token.op : token.sign);

/** Reads the form of a text. Throws the first fault. */
export function parse(text: string): Syntax {
  const chars = [...text];
  if (chars.length > longestFilter) throw new Fault(longestFilter, "tooLong");
  const parser = new Parser(tokensOf(chars), chars.length);
  return parser.whole();
}

class Parser {
  private next = 0;
  private tests = 0;
  private readonly tokens: readonly Token[];
  /** The place behind the text. */
  private readonly end: number;

  constructor(tokens: readonly Token[], end: number) {
    this.tokens = tokens;
    this.end = end;
  }

  whole(): Syntax {
    if (this.tokens.length === 0) return { all: [] };
    const filter = this.either(0);
    const rest = this.tokens[this.next];
    if (rest) throw this.unexpected(rest);
    return filter;
  }

  private takes(keyword: string): boolean {
    const token = this.tokens[this.next];
    const found = token !== undefined && "word" in token && isKeyword(token.word, keyword);
    if (found) this.next++;
    return found;
  }

  private takesSign(sign: string): boolean {
    const token = this.tokens[this.next];
    const found = token !== undefined && "sign" in token && token.sign === sign;
    if (found) this.next++;
    return found;
  }

  private either(depth: number): Syntax {
    const first = this.both(depth);
    const any = [first];
    while (this.takes("or")) any.push(this.both(depth));
    return any.length === 1 ? first : { any };
  }

  private both(depth: number): Syntax {
    const first = this.one(depth);
    const all = [first];
    while (this.takes("and")) all.push(this.one(depth));
    return all.length === 1 ? first : { all };
  }

  private one(depth: number): Syntax {
    const at = this.tokens[this.next]?.at ?? this.end;
    const isNot = this.takes("not");
    const isOpen = !isNot && this.takesSign("(");
    if (!isNot && !isOpen) return this.test();
    if (depth === deepest) throw new Fault(at, "tooDeep");
    if (isNot) return { not: this.one(depth + 1) };
    const inner = this.either(depth + 1);
    if (!this.takesSign(")")) throw this.unexpected(this.tokens[this.next]);
    return inner;
  }

  private test(): Syntax {
    const field = this.word("and", "or");
    this.tests++;
    if (this.tests > mostConditions) throw new Fault(field.at, "tooManyConditions", "", field.end);
    const token = this.tokens[this.next];
    if (token === undefined || !("op" in token)) throw this.unexpected(token);
    this.next++;
    const values = [this.word("and", "or", "not")];
    while (this.takesSign(",")) {
      const value = this.word("and", "or", "not");
      if (values.length === mostValues) throw faultIn(value, "tooManyValues");
      values.push(value);
    }
    return { test: { field, op: token.op, opAt: token.at, values } };
  }

  private word(...keywords: readonly string[]): Word {
    const token = this.tokens[this.next];
    if (token === undefined || !("word" in token) || keywords.some((keyword) => isKeyword(token.word, keyword))) throw this.unexpected(token);
    this.next++;
    return token.word;
  }

  private unexpected(token: Token | undefined): Fault {
    if (!token) return new Fault(this.end, "unfinished");
    return "word" in token ? faultIn(token.word, "unexpected") : new Fault(token.at, "unexpected", textOf(token));
  }
}
