import { t } from "@lingui/core/macro";
import { entryOf } from "@/fields/entries";
import { readDate } from "@/lib/typedDate";
import type { AttributeType, FieldValue } from "@/wire/generated";

/** A default while a person edits it: a text, or the ids of options, joined by spaces. */
export const typedDefault = (value: FieldValue | null): string => (value === null ? "" : Array.isArray(value) ? value.join(" ") : String(value));

/** The ids of the options in a default that is edited. */
export const optionIdsIn = (typed: string): string[] => typed.split(" ").filter((id) => id !== "");

/** The value that a person has typed or chosen, and the reason why it is none. */
export function defaultIn(type: AttributeType, typed: string): { value: FieldValue | null; problem: string | null } {
  const text = typed.trim();
  if (text === "") return { value: null, problem: null };
  switch (type) {
    case "text":
    case "number":
    case "url": {
      const start = (value: FieldValue) => ({ fields: { value } });
      const entry = entryOf(type, { read: () => undefined, write: () => ({}), start });
      return { value: entry.start(text).fields?.value ?? null, problem: entry.objection(text) };
    }
    case "date": {
      const date = readDate(text);
      return { value: date, problem: date === null ? t`Type a date, like 3 Dec or tomorrow.` : null };
    }
    case "checkbox":
      return { value: text === "true" ? true : null, problem: null };
    case "singleSelect":
    case "multiSelect":
    case "users":
    case "linkedTasks":
      return { value: optionIdsIn(text), problem: null };
  }
}
