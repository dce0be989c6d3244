import type { Known, Language } from "@/fields/filter/language";

/** What may stand at the end of a typed text. */
export interface Offer {
  /** As it is shown and inserted. */
  text: string;
  /** What it means, if its text does not say so. */
  hint?: string;
}

/** The offers for the place of the caret, and where the word begins that an offer replaces. */
export interface Offers {
  from: number;
  offers: readonly Offer[];
}

const mostOffers = 12;
const none: Offers = { from: 0, offers: [] };
const quoted = (text: string) => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;

/** The last field and operator before the caret, if values are expected, and the value that is being typed. */
const inValue = /(?:^|[\s(])("(?:[^"\\]|\\.)*"|[^\s(),"=!~<>]+)\s*(!=|!~|>=|<=|=|~)\s*(?:(?:"(?:[^"\\]|\\.)*"|[^\s(),"=!~<>]+)\s*,\s*)*("[^"]*|[^\s(),"=!~<>]*)$/;
/** A word that is being typed where a field is expected. */
const inField = /(?:^|[\s(])("[^"]*|[^\s(),"=!~<>]*)$/;
/** A whole field before the caret, with a space behind it. */
const inOperator = /(?:^|[\s(])("(?:[^"\\]|\\.)*"|[^\s(),"=!~<>]+)\s+$/;

/** Offers fields, operators and values for the word before the caret. */
export function offersFor(before: string, language: Language): Offers {
  const value = inValue.exec(before);
  const fieldOf = (word: string) => {
    const name = word.startsWith('"') ? word.slice(1, -1).replaceAll(/\\(.)/g, "$1") : word;
    return language.find((known) => (!word.startsWith('"') && known.word === name.toLowerCase()) || known.name?.toLowerCase() === name.toLowerCase());
  };
  if (value) {
    const [, word = "", op = "", typed = ""] = value;
    const known = fieldOf(word);
    return known ? matching(before, typed, valuesOf(known, op)) : none;
  }
  const operator = inOperator.exec(before);
  const known = operator && fieldOf(operator[1] ?? "");
  if (known) return { from: before.length, offers: operatorsOf(known).map((text) => ({ text })) };
  const field = inField.exec(before);
  if (!field) return none;
  const names = language.map(({ word, name }): Offer => (name === null ? { text: word } : { text: quoted(name) }));
  return matching(before, field[1] ?? "", [...names, { text: "not" }]);
}

function matching(before: string, typed: string, all: readonly Offer[]): Offers {
  const wanted = typed.replace(/^"/, "").toLowerCase();
  const fits = ({ text }: Offer) => text.replace(/^"/, "").toLowerCase().startsWith(wanted) && text !== typed;
  return { from: before.length - typed.length, offers: all.filter(fits).slice(0, mostOffers) };
}

const operatorsOf = ({ form }: Known): readonly string[] => (form === "choice" ? ["=", "!="] : form === "text" ? ["~", "!~", "=", "!="] : ["=", "!=", ">=", "<="]);

function valuesOf({ form, isOfPeople, options }: Known, op: string): readonly Offer[] {
  const isEqual = op === "=" || op === "!=";
  const empty = isEqual ? ["none", "any"] : [];
  const named = [...options].map(({ name }) => quoted(name));
  const days = ["today", "yesterday", "tomorrow", "7d", "-7d"];
  const spans = ["week", "next-week", "month", "next-month"];
  const texts = form === "choice" ? [...(isOfPeople ? ["me"] : []), ...named, ...empty] : form === "date" ? [...days, ...(isEqual ? spans : []), ...empty] : empty;
  return texts.map((text) => ({ text }));
}
