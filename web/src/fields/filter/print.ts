import { readCondition } from "../arrange/condition";
import { called, type Known, type Language } from "./language";
import type { Condition, Filter } from "./tree";

/** What a part stands in: that decides whether it needs parentheses. */
type Around = "nothing" | "any" | "all" | "not";

/** The text with ids, as it is stored and as an address holds it: it means the same after a name has changed. */
export const withIds = (filter: Filter, language: Language): string => printed(filter, language, false, "nothing");

/** The text with names, for people. An option whose name is not unique is named by its id. */
export const withNames = (filter: Filter, language: Language): string => printed(filter, language, true, "nothing");

function printed(filter: Filter, language: Language, names: boolean, around: Around): string {
  const part = (inner: Filter, inside: Around) => printed(inner, language, names, inside);
  if ("all" in filter) {
    const text = filter.all.map((inner) => part(inner, "all")).join(" and ");
    return around === "all" || around === "not" ? `(${text})` : text;
  }
  if ("any" in filter) {
    const text = filter.any.map((inner) => part(inner, "any")).join(" or ");
    return around === "nothing" ? text : `(${text})`;
  }
  if ("field" in filter) return printedCondition(filter, language, names, false);
  return "field" in filter.not ? printedCondition(filter.not, language, names, true) : `not ${part(filter.not, "not")}`;
}

function printedCondition({ field, words }: Condition, language: Language, names: boolean, negated: boolean): string {
  const known = language.find(({ id }) => id === field);
  if (!known) return "";
  const name = names && known.name !== null ? quoted(known.name) : known.word;
  const [first = ""] = words;
  if (known.form === "text" && first.startsWith("has:")) return `${name} ${negated ? "!~" : "~"} ${words.map((word) => quoted(word.slice(4))).join(", ")}`;
  const [from, to] = words.length === 1 && !negated ? boundsIn(known, first) : [];
  if (from !== undefined && to !== undefined && from === "") return `${name} <= ${to}`;
  if (from !== undefined && to === "") return `${name} >= ${from}`;
  return `${name} ${negated ? "!=" : "="} ${words.map((word) => valueOf(known, word, names)).join(", ")}`;
}

/** The two bounds of a range, as a person types them; nothing for other words. */
function boundsIn({ form }: Known, word: string): [from: string, to: string] | [] {
  const condition = form === "number" || form === "date" ? readCondition(form, word) : null;
  if (condition?.is !== "range") return [];
  return [bound(condition.from), bound(condition.to)];
}

const near = new Map([["0d", "today"], ["1d", "tomorrow"], ["-1d", "yesterday"]]);
const bound = (text: string | null): string => (text === null ? "" : (near.get(text) ?? text));

function valueOf(known: Known, word: string, names: boolean): string {
  if (word === "none" || word === "any" || word === "me") return word;
  if (known.form === "text") return quoted(word.slice("same:".length));
  const [from, to] = boundsIn(known, word);
  if (from !== undefined && to !== undefined) return from === to ? from : `${from}..${to}`;
  const option = names ? known.options.find(({ id }) => id === word) : undefined;
  return option && called(known, option.name).length === 1 ? quoted(option.name) : word;
}

const quoted = (text: string): string => `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
