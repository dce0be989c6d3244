import { t } from "@lingui/core/macro";
import { conditionForm, readCondition, type ConditionForm } from "@/fields/arrange/condition";
import { writeCondition } from "@/fields/arrange/writeCondition";
import type { Field } from "@/fields/field";
import type { Chip, Joined } from "@/fields/filter/filterLanguage";
import { NONE } from "@/fields/options";
import { isChoice, type Choice } from "@/fields/value";
import { conditionOf, draftOf, joinedBy, type Draft, type Operator } from "./conditions";

const ANY = "any";

/** How a chip of a field with options compares. `empty` and `filled` ask for no value. */
export type ChoiceOperator = Joined | "empty" | "filled";

/** The operators of a field with options. */
export const choiceOperators = ({ kind, none }: Choice): readonly ChoiceOperator[] => [
  "any",
  ...(kind === "many" ? (["all"] as const) : []),
  "none",
  ...(none ? (["empty", "filled"] as const) : []),
];

/** The words of an operator, for this number of values. */
export function choiceOperatorName({ kind }: Choice, operator: ChoiceOperator, count: number): string {
  const isMany = kind === "many";
  switch (operator) {
    case "any":
      return count < 2 ? t`is` : isMany ? t`has any of` : t`is any of`;
    case "all":
      return t`has all of`;
    case "none":
      return count < 2 ? t`is not` : isMany ? t`has none of` : t`is none of`;
    case "empty":
      return t`is empty`;
    case "filled":
      return t`is not empty`;
  }
}

export function choiceOperatorOf({ joined, words }: Pick<Chip, "joined" | "words">): ChoiceOperator {
  const [only] = words;
  if (joined !== "any" || words.length !== 1) return joined;
  return only === NONE ? "empty" : only === ANY ? "filled" : "any";
}

/** The chip with another operator. Without words it still needs a value. */
export function withChoiceOperator(chip: Chip, operator: ChoiceOperator): Chip {
  if (operator === "empty" || operator === "filled") return { ...chip, joined: "any", words: [operator === "empty" ? NONE : ANY] };
  const isBare = ["empty", "filled"].includes(choiceOperatorOf(chip));
  return { ...chip, joined: operator, words: isBare ? [] : chip.words.filter((word) => operator === "any" || word !== NONE) };
}

/** The first operator that no other chip of the field has. */
export function freeOperator(choice: Choice, others: readonly Chip[]): Joined {
  const free = choiceOperators(choice).find((operator) => operator !== "empty" && operator !== "filled" && others.every(({ joined }) => joined !== operator));
  return free === undefined || free === "empty" || free === "filled" ? "any" : free;
}

/** A chip of a field whose values are compared, as a person edits it. */
export const draftIn = (form: ConditionForm, { joined, words: [word = ""] }: Pick<Chip, "joined" | "words">): Draft => draftOf(form, readCondition(form, word), joined);

const countsDays = (operator: Operator): boolean => operator === "last" || operator === "next";

/** The chip that compares in another way; or a draft, if that takes a value which the chip does not have. */
export function withOperator(form: ConditionForm, chip: Chip, operator: Operator): { chip: Chip } | { draft: Draft } {
  const before = draftIn(form, chip);
  const draft: Draft = { ...before, operator, ...(countsDays(operator) !== countsDays(before.operator) && { first: "", second: "" }) };
  const found = conditionOf(form, draft);
  // The days of `within` are chosen from a list.
  if (operator === "within" || "problem" in found) return { draft };
  return { chip: { ...chip, joined: joinedBy(operator), words: [writeCondition(found.condition)] } };
}

/** The chip for another field. It keeps its operator if the field has it, and its values if they mean the same there. */
export function moved(chip: Chip, from: Field, to: Field): Chip {
  const [before, now] = [conditionForm(from.value), conditionForm(to.value)];
  const blank: Chip = { field: to.id, joined: "any", words: [] };
  const operator = choiceOperatorOf(chip);
  if (operator === "empty" || operator === "filled") return now !== null || (isChoice(to.value) && to.value.none) ? { ...chip, field: to.id } : blank;
  if (now !== null && before === now) return { ...chip, field: to.id };
  if (!isChoice(from.value) || !isChoice(to.value)) return blank;
  const joined = choiceOperators(to.value).includes(chip.joined) ? chip.joined : "any";
  const isSame = from.value.options === to.value.options;
  return { ...blank, joined, words: isSame ? chip.words.filter((word) => word !== NONE || to.value.kind !== "one" || to.value.none) : [] };
}
