/** True if a language writes the day before the month. */
export const isDayFirst = (language: string): boolean =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "short" }).formatToParts().find(({ type }) => type !== "literal")?.type === "day";

/**
 * The region that decides how dates and times are written in English. An English browser names its own region. For another
 * language, it is a region with the date order of that language and 24 hours.
 */
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

/** The format of numbers. People type decimals with a point, so numbers in a region with a decimal comma are shown as in `en-GB`. */
const digits = (1.5).toLocaleString(region) === "1.5" ? region : "en-GB";

/** "1,234". */
export const shownNumber = (value: number, options?: Intl.NumberFormatOptions): string => value.toLocaleString(digits, options);
