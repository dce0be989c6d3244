/** The errors of a filter's text, under the names that the node gives them. */
export const faultCodes = [
  "unexpected",
  "unfinished",
  "openQuote",
  "unknownField",
  "unknownValue",
  "ambiguousValue",
  "wrongOperator",
  "notANumber",
  "notADate",
  "blankText",
  "longText",
  "tooDeep",
  "tooManyConditions",
  "tooManyValues",
  "tooLong",
] as const;

export type FaultCode = (typeof faultCodes)[number];

/** What is wrong with a text, and where. `at` counts the characters before the faulty part, `end` those up to its end. */
export class Fault extends Error {
  readonly at: number;
  readonly end: number;
  readonly code: FaultCode;
  /** The part of the text that is meant; may be empty. */
  readonly what: string;

  constructor(at: number, code: FaultCode, what = "", end = at + [...what].length) {
    super(code);
    this.at = at;
    this.end = end;
    this.code = code;
    this.what = what;
  }
}
