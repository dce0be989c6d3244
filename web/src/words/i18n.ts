import { setupI18n, type MessageDescriptor } from "@lingui/core";
import { isolated } from "./isolate";

/** The language of this page. It is set once, before anything is drawn; another language needs a reload. */
export const i18n = setupI18n({ locale: "en", messages: { en: {} } });

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
