import { isPlainDate } from "@/lib/plainDate";
import { isValidText, spans } from "../arrange/condition";
import { Fault } from "./fault";
import { called, type Known, type Language } from "./language";
import { faultIn, isKeyword, lowered, parse, type Op, type Syntax, type Test, type Word } from "./syntax";
import { allOf, anyOf, every, negated, type Filter } from "./tree";

const longestNumber = 40;

/** Reads a filter that a person has typed. Throws the first fault; every name must be known. */
export const readFilter = (text: string, language: Language): Filter => new Reader(language, true).filter(parse(text)) ?? every;

export interface StoredFilter {
  filter: Filter;
  /** The number of names that are gone. */
  leftOut: number;
  /** True if the text is no filter at all. */
  isUnreadable: boolean;
}

/**
 * Reads a filter that was stored. A condition that names something that is gone is left out, and the group that held it
 * loses it; of several values, those that are left count.
 */
export function readStored(text: string, language: Language): StoredFilter {
  const reader = new Reader(language, false);
  try {
    const filter = reader.filter(parse(text)) ?? every;
    return { filter, leftOut: reader.leftOut, isUnreadable: false };
  } catch (error) {
    // The node stores no such text, but a person may have changed an address.
    if (!(error instanceof Fault)) throw error;
    return { filter: every, leftOut: reader.leftOut + 1, isUnreadable: true };
  }
}

class Reader {
  leftOut = 0;
  private readonly language: Language;
  private readonly strict: boolean;

  /** `strict`: an unknown name is a fault. */
  constructor(language: Language, strict: boolean) {
    this.language = language;
    this.strict = strict;
  }

  /** Null if nothing of the filter is left. */
  filter(syntax: Syntax): Filter | null {
    if ("test" in syntax) return this.orLeftOut(() => this.condition(syntax.test));
    if ("not" in syntax) {
      const inner = this.filter(syntax.not);
      return inner && negated(inner);
    }
    const parts = ("all" in syntax ? syntax.all : syntax.any).flatMap((part) => this.filter(part) ?? []);
    if (parts.length === 0) return null;
    return "all" in syntax ? allOf(parts) : anyOf(parts);
  }

  private orLeftOut<T>(read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      if (this.strict || !(error instanceof Fault)) throw error;
      this.leftOut++;
      return null;
    }
  }

  private condition({ field, op, opAt, values }: Test): Filter | null {
    const known = fieldNamed(this.language, field);
    if (!known) throw faultIn(field, "unknownField");
    const { form } = known;
    const fits = isEqual(op) || (op === "~" || op === "!~" ? form === "text" : form === "number" || form === "date");
    if (!fits) throw new Fault(opAt, "wrongOperator", op);
    const [, second] = values;
    if (second && (op === ">=" || op === "<=")) throw faultIn(second, "tooManyValues");
    const words = values.flatMap((value) => this.orLeftOut(() => wordOf(known, op, value)) ?? []);
    if (words.length === 0) return null;
    const condition: Filter = { field: known.id, words: [...new Set(words)] };
    return op === "!=" || op === "!~" ? negated(condition) : condition;
  }
}

const isEqual = (op: Op) => op === "=" || op === "!=";

function fieldNamed(language: Language, { text, quoted }: Word): Known | undefined {
  const [word, name] = [lowered(text), text.toLowerCase()];
  const byWord = quoted ? undefined : language.find((known) => lowered(known.word) === word);
  return byWord ?? language.find((known) => known.name?.toLowerCase() === name);
}

/** A value as a condition holds it. */
function wordOf(known: Known, op: Op, value: Word): string {
  if (isEqual(op)) for (const keyword of ["none", "any"]) if (isKeyword(value, keyword)) return keyword;
  switch (known.form) {
    case "choice":
      return choiceOf(known, value);
    case "text":
      return `${isEqual(op) ? "same" : "has"}:${textIn(value)}`;
    case "number": {
      const range = rangeOf(op, value.text, numberOf);
      if (range === null) throw faultIn(value, "notANumber");
      return range;
    }
    case "date": {
      const span = isEqual(op) ? spans.find((word) => isKeyword(value, word)) : undefined;
      const range = span ?? rangeOf(op, value.text, dayOf);
      if (range === null) throw faultIn(value, "notADate");
      return range;
    }
  }
}

/** Without quotes a value may be an id; in quotes it is a name. */
function choiceOf(known: Known, value: Word): string {
  if (known.isOfPeople && isKeyword(value, "me")) return "me";
  const id = lowered(value.text);
  if (!value.quoted && known.find(id)) return id;
  const [only, another] = called(known, value.text);
  if (!only) throw faultIn(value, "unknownValue");
  if (another) throw faultIn(value, "ambiguousValue");
  return only.id;
}

/** Spaces at the ends do not count. */
function textIn(word: Word): string {
  const wanted = word.text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  if (wanted === "") throw faultIn(word, "blankText");
  if (!isValidText(wanted)) throw new Fault(word.at, "longText", "", word.end);
  return wanted;
}

/** One value, or two with `..` between them, of which one may be missing. */
function rangeOf(op: Op, text: string, read: (text: string) => string | null): string | null {
  const middle = text.indexOf("..");
  if (!isEqual(op) || middle < 0) {
    const bound = read(text);
    if (bound === null) return null;
    return `${op === "<=" ? "" : bound}..${op === ">=" ? "" : bound}`;
  }
  const [from, to] = [text.slice(0, middle), text.slice(middle + 2)];
  const bounds = [from, to].map((bound) => (bound === "" ? "" : read(bound)));
  return from + to === "" || bounds.includes(null) ? null : bounds.join("..");
}

const numberOf = (text: string) => (text.length <= longestNumber && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? text : null);

const near = new Map([["today", "0d"], ["tomorrow", "1d"], ["yesterday", "-1d"]]);

function dayOf(text: string): string | null {
  const word = near.get(lowered(text));
  if (word !== undefined) return word;
  // `-0d` is `0d`.
  if (/^[+-]?\d{1,4}d$/.test(text)) return `${Number.parseInt(text, 10) || 0}d`;
  return isPlainDate(text) && text >= "1900" && text < "3000" ? text : null;
}
