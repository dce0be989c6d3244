import { setupI18n, type MessageDescriptor } from "@lingui/core";

/** The language of this page. It is set once, before anything is drawn; another language needs a reload. */
export const i18n = setupI18n({ locale: "en", messages: { en: {} } });

/** How dates and numbers are written: the day before the month, 24 hours. */
export const region = "en-GB";

/** A message of a table (`msg`), to be shown with `say`. */
export type Message = MessageDescriptor;

/** The text of a message that a table holds (`msg`). */
export const say = (message: Message): string => i18n._(message);

/** "Ada, Ben, and Cleo". */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(i18n.locale).format(names);
