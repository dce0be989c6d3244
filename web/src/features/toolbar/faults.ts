import { plural, t } from "@lingui/core/macro";
import type { Fault, StoredFilter } from "@/fields/filter/filterLanguage";

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
      return t`“${what}” isn't a number. Type 3, or 2.5..8 for a range.`;
    case "notADate":
      return t`“${what}” isn't a date. Type 2026-11-25, today, 7d, week or ..yesterday.`;
    case "blankText":
      return t`This text is empty.`;
    case "longText":
      return t`This text is too long.`;
    case "tooDeep":
      return t`Parentheses are nested too deeply.`;
    case "tooManyConditions":
      return t`There are too many conditions.`;
    case "tooManyValues":
      return t`There are too many values.`;
    case "tooLong":
      return t`The filter is too long.`;
  }
}

/** A stored filter as its chip shows it. `names` is its text with names, empty if nothing of it is left. */
export function storedInWords({ names, leftOut, isUnreadable }: Pick<StoredFilter, "leftOut" | "isUnreadable"> & { names: string }): string {
  if (isUnreadable) return t`This filter can't be read`;
  if (leftOut === 0) return names === "" ? "…" : names;
  if (names === "") return t`All its names were deleted`;
  return plural(leftOut, { one: `${names} (a deleted name is left out)`, other: `${names} (deleted names are left out)` });
}

/** The place of a character in a text as an input counts it: an emoji counts twice there. */
export const placeIn = (text: string, at: number): number => [...text].slice(0, at).join("").length;
