import { writeCondition } from "../arrange/writeCondition";
import { conditionForm, readCondition, type ConditionForm } from "../arrange/condition";
import { wantedOf, type Filters } from "../arrange/settings";
import { withPart, type Field, type FieldId } from "../field";
import { NONE } from "../options";
import { isChoice } from "../value";
import { withIds } from "./print";
import { readStored } from "./read";
import type { Language } from "./language";
import { allOf, anyOf, negated, type Condition, type Filter } from "./tree";

/** A filter as the toolbar holds it: for each field one condition, and the rest as a text with ids. */
export interface Chips {
  filters: Filters;
  filter: string;
}

/** Whether a ticket passes that has one of the values, all of them, or none of them. */
export type Joined = "any" | "all" | "none";

/** One condition as a chip shows it. The word `any` alone means that the field has a value. */
export interface Chip {
  field: FieldId;
  joined: Joined;
  words: readonly string[];
}

/** A filter as chips, and the part that no chip shows. */
export interface Split {
  chips: readonly Chip[];
  rest: Filter;
}

/** The word of a condition that means "has a value". */
export const ANY = "any";

const partsOf = (filter: Filter): readonly Filter[] => ("all" in filter ? filter.all : [filter]);

/** The conditions of a filter that chips can show. Two conditions that say the same of one field are one chip. */
export function splitOf(filter: Filter, fields: readonly Field[]): Split {
  const chips: Chip[] = [];
  const rest: Filter[] = [];
  for (const part of partsOf(filter)) {
    const chip = chipOf(part, fields);
    const at = chip && chip.joined !== "any" ? chips.findIndex(({ field, joined }) => field === chip.field && joined === chip.joined) : -1;
    const before = chips[at];
    if (!chip) rest.push(part);
    else if (before && !isCompared(chip, fields)) chips[at] = { ...chip, words: [...new Set([...before.words, ...chip.words])] };
    else chips.push(chip);
  }
  return { chips, rest: allOf(rest) };
}

const formOf = ({ field }: Chip, fields: readonly Field[]): ConditionForm | null => {
  const value = fields.find(({ id }) => id === field)?.value;
  return value ? conditionForm(value) : null;
};
const isCompared = (chip: Chip, fields: readonly Field[]): boolean => formOf(chip, fields) !== null;

/** The chips of the toolbar: those of the fields, and those of the text. */
export const chipsIn = (filters: Filters, split: Split, language: Language): readonly Chip[] => [
  ...language.flatMap(({ id }): Chip[] => {
    const words = wantedOf(filters, id);
    return words.length === 0 ? [] : [{ field: id, joined: "any", words }];
  }),
  ...split.chips,
];

/**
 * What the toolbar holds for these chips. For each field, the first chip that asks for one of some values is a condition of its own, as
 * it always was in addresses. All other chips are a part of the text.
 */
export function heldBy({ chips, rest }: Split, language: Language): Chips {
  const filters: Record<string, readonly string[]> = {};
  const others: Filter[] = [];
  for (const chip of chips) {
    const { field, joined, words } = chip;
    const isText = joined !== "any" || Object.hasOwn(filters, field) || (words.includes(ANY) && language.find(({ id }) => id === field)?.form === "choice");
    if (isText) others.push(...filtersOf(chip));
    else if (words.length > 0) filters[field] = words;
  }
  return { filters, filter: withIds(inOrder(others, rest, language), language) };
}

/** The conditions of a chip; a ticket must meet all of them. */
function filtersOf({ field, joined, words }: Chip): readonly Filter[] {
  if (words.length === 0) return [];
  if (joined === "all") return words.map((word) => ({ field, words: [word] }));
  return [joined === "any" ? anyOf(conditions(field, words)) : negated({ field, words })];
}

/** The parts in the order of their fields, so that the same chips always have the same text. */
function inOrder(parts: readonly Filter[], rest: Filter, language: Language): Filter {
  const placeOf = (part: Filter) => {
    const condition = "not" in part ? part.not : part;
    const place = "field" in condition ? language.findIndex(({ id }) => id === condition.field) : -1;
    return place < 0 ? Infinity : 2 * place + Number("not" in part);
  };
  const all = parts.map((part) => ({ part, place: placeOf(part) }));
  return allOf([...all.toSorted((a, b) => (a.place === b.place ? 0 : a.place - b.place)).map(({ part }) => part), ...partsOf(rest)]);
}

/** The whole filter of the toolbar. */
export function filterOf({ filters, filter }: Chips, language: Language): Filter {
  const parts = language.flatMap((known) => {
    const words = wantedOf(filters, known.id);
    return words.length === 0 ? [] : [anyOf(conditions(known.id, words))];
  });
  return inOrder([...parts, ...partsOf(readStored(filter, language).filter)], allOf([]), language);
}

/** A chip may join texts that are contained, equal and not contained; a condition of the language compares in one way. */
function conditions(field: string, words: readonly string[]): Filter[] {
  const has = words.filter((word) => word.startsWith("has:"));
  const not = words.filter((word) => word.startsWith("not:"));
  const rest = words.filter((word) => !has.includes(word) && !not.includes(word));
  return [
    ...[has, rest].flatMap((each) => (each.length > 0 ? [{ field, words: each }] : [])),
    ...not.map((word): Filter => negated({ field, words: [`has:${word.slice(4)}`] })),
  ];
}

/** Splits a filter as the toolbar holds it. */
export function chipsOf(filter: Filter, fields: readonly Field[], language: Language): Chips {
  const { chips, rest } = splitOf(filter, fields);
  // With only one value, "has all of" means the same as "is".
  const isPlain = ({ field, joined, words }: Chip) => joined === "all" && words.length === 1 && !chips.some((other) => other.field === field && other.joined === "any");
  return heldBy({ chips: chips.map((chip) => (isPlain(chip) ? { ...chip, joined: "any" } : chip)), rest }, language);
}

/** The part as a chip shows it; null if no chip shows it. */
function chipOf(part: Filter, fields: readonly Field[]): Chip | null {
  const isNot = "not" in part;
  const condition = isNot ? part.not : part;
  if (!("field" in condition)) return null;
  const field = withPart(fields, "filter").find(({ id }) => id === condition.field);
  if (!field) return null;
  const form = conditionForm(field.value);
  if (form !== null) return comparedChip(condition, form, isNot);
  if (!isChoice(field.value)) return null;
  const { words } = condition;
  const [only = ""] = words;
  if (words.includes(ANY)) return words.length > 1 ? null : { field: field.id, joined: "any", words: [isNot ? NONE : ANY] };
  if (isNot) return { field: field.id, joined: "none", words };
  return { field: field.id, joined: field.value.kind === "many" && words.length === 1 && only !== NONE ? "all" : "any", words };
}

/** The same for a field whose values are compared. A chip writes a condition in one form. */
function comparedChip({ field, words }: Condition, form: ConditionForm, isNot: boolean): Chip | null {
  const read = words.flatMap((word) => readCondition(form, word) ?? []);
  const [only] = read;
  if (!only || read.length !== words.length) return null;
  const written = read.map(writeCondition);
  if (!isNot) return { field, joined: "any", words: written };
  if (read.length > 1) return null;
  switch (only.is) {
    case "has":
      return { field, joined: "any", words: [`not:${only.text}`] };
    case "none":
    case "any":
      return { field, joined: "any", words: [only.is === ANY ? NONE : ANY] };
    case "same":
      return { field, joined: "none", words: written };
    case "range":
      return only.from === only.to ? { field, joined: "none", words: written } : null;
    default:
      return null;
  }
}
