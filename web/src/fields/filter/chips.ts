import { writeCondition } from "../arrange/writeCondition";
import { conditionForm, readCondition } from "../arrange/condition";
import { wantedOf, type Filters } from "../arrange/settings";
import { withPart, type Field } from "../field";
import { isChoice } from "../value";
import { withIds } from "./print";
import { readStored } from "./read";
import type { Language } from "./language";
import { allOf, anyOf, negated, type Condition, type Filter } from "./tree";

/** A filter as the toolbar holds it: what its chips show, and the rest as a text with ids. */
export interface Chips {
  filters: Filters;
  filter: string;
}

/** The whole filter of the toolbar. */
export function filterOf({ filters, filter }: Chips, language: Language): Filter {
  const parts = language.flatMap((known) => {
    const words = wantedOf(filters, known.id);
    return words.length === 0 ? [] : [anyOf(conditions(known.id, words))];
  });
  return allOf([...parts, readStored(filter, language).filter]);
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

/** Splits a filter: conditions that one chip can show become chips, one for each field, and the rest stays a text. */
export function chipsOf(filter: Filter, fields: readonly Field[], language: Language): Chips {
  const filters: Record<string, readonly string[]> = {};
  const rest: Filter[] = [];
  for (const part of "all" in filter ? filter.all : [filter]) {
    const chip = chipOf(part, fields);
    if (chip && !Object.hasOwn(filters, chip.field)) filters[chip.field] = chip.words;
    else rest.push(part);
  }
  return { filters, filter: withIds(allOf(rest), language) };
}

/** The part as a chip shows it; null if no chip shows it. */
function chipOf(part: Filter, fields: readonly Field[]): Condition | null {
  const isNot = "not" in part;
  const condition = isNot ? part.not : part;
  if (!("field" in condition)) return null;
  const field = withPart(fields, "filter").find(({ id }) => id === condition.field);
  if (!field) return null;
  const form = conditionForm(field.value);
  const [only = ""] = condition.words;
  if (isNot) return form === "text" && condition.words.length === 1 && only.startsWith("has:") ? { field: field.id, words: [`not:${only.slice(4)}`] } : null;
  if (form !== null) {
    // The chip writes a condition in one form.
    const words = condition.words.flatMap((word) => {
      const read = readCondition(form, word);
      return read ? [writeCondition(read)] : [];
    });
    return words.length === condition.words.length ? { field: field.id, words } : null;
  }
  return isChoice(field.value) && !condition.words.includes("any") ? condition : null;
}
