/** True if a language writes the day before the month. */
export const isDayFirst = (language: string): boolean =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).formatToParts().find(({ type }) => type !== "literal")?.type === "day";

/** The region whose dates and times a person reads in English: that of an English browser, or else one with the order of the browser's language and 24 hours. */
function regionOf(language: string): string {
  try {
    const other = isDayFirst(language) ? "en-GB" : "en-US-u-hc-h23";
    return language.startsWith("en") ? language : other;
  } catch {
    // The language has no valid name.
    return "en-GB";
  }
}

/** The format of dates and times. */
export const region = regionOf(globalThis.navigator?.language ?? "");

/** The format of numbers. People type decimals with a point, so a region that writes a comma does not show one. */
const digits = (1.5).toLocaleString(region) === "1.5" ? region : "en-GB";

/** "1,234". */
export const shownNumber = (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(digits, options);
