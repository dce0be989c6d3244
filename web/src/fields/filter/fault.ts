/** The reasons why a text is no filter, under the names that the node gives them. */
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

/** What is wrong with a text, and where. `at` counts the characters before the place. */
export class Fault extends Error {
  readonly at: number;
  readonly code: FaultCode;
  /** The part of the text that is meant; may be empty. */
  readonly what: string;

  constructor(at: number, code: FaultCode, what = "") {
    super(code);
    this.at = at;
    this.code = code;
    this.what = what;
  }
}
