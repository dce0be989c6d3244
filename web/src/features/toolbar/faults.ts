import { t } from "@lingui/core/macro";
import type { Fault } from "@/fields/filter/filterLanguage";

/** Says what is wrong with the text of a filter. */
export function faultInWords({ code, what }: Pick<Fault, "code" | "what">): string {
  switch (code) {
    case "unexpected":
      return t`“${what}” is not expected here. Put names with spaces in quotes.`;
    case "unfinished":
      return t`The filter ends too early.`;
    case "openQuote":
      return t`This quote is never closed.`;
    case "unknownField":
      return t`There is no field “${what}”.`;
    case "unknownValue":
      return t`The field has no value “${what}”.`;
    case "ambiguousValue":
      return t`Several values are called “${what}”.`;
    case "wrongOperator":
      return t`This field can't be compared with ${what}.`;
    case "notANumber":
      return t`“${what}” is no number. Type 3, or 2.5..8 for a range.`;
    case "notADate":
      return t`“${what}” is no date. Type 2026-11-25, today, 7d, week or ..yesterday.`;
    case "blankText":
      return t`This text is empty.`;
    case "longText":
      return t`This text is too long.`;
    case "tooDeep":
      return t`There are too many parentheses within each other.`;
    case "tooManyConditions":
      return t`There are too many conditions.`;
    case "tooManyValues":
      return t`There are too many values.`;
    case "tooLong":
      return t`The filter is too long.`;
  }
}

/** The place of a character in a text as an input counts it: an emoji counts twice there. */
export const placeIn = (text: string, at: number): number => [...text].slice(0, at).join("").length;
