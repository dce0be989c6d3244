import { setupI18n, type MessageDescriptor } from "@lingui/core";
import { isolated } from "./isolate";

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

/** The language of this page. It is set once, before anything is drawn; another language needs a reload. */
export const i18n = setupI18n({ locale: "en", locales: digits, messages: { en: {} } });

type Values = MessageDescriptor["values"];

/** Isolates all values of a sentence, because people may have typed them. */
function isolateAll(values: Values): Values {
  return values && Object.fromEntries(Object.entries(values).map(([key, value]) => [key, typeof value === "string" ? isolated(value) : value]));
}

const translate = i18n._.bind(i18n);
i18n._ = ((message: string | MessageDescriptor, values: Values, options) =>
  typeof message === "string"
    ? translate(message, isolateAll(values), options)
    : translate(message.values ? { ...message, values: isolateAll(message.values) } : message)) as typeof i18n._;

/** A message of a table (`msg`), to be shown with `say`. */
export type Message = MessageDescriptor;

/** The text of a message that a table holds (`msg`). */
export const say = (message: Message): string => i18n._(message);

/** "Ada, Ben, and Cleo", each name isolated. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(i18n.locale).format(names.map(isolated));
