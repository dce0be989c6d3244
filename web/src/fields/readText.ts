import { readDate } from "@/lib/typedDate";
import type { Ticket, TicketPatch } from "@/wire/generated";
import type { Config } from "./options";
import { isChoice, isPicked, mayBeEmpty, patchTo, type Choice, type EntryValue, type Value } from "./value";

/** The form in which names are compared. */
export const folded = (text: string): string => text.trim().toLocaleLowerCase();

/** The ids of options that are about to be made, by their folded names. */
export type Made = ReadonlyMap<string, string>;

const namesIn = ({ kind }: Choice, text: string): string[] =>
  (kind === "many" ? text.split(",") : [text]).map((name) => name.trim()).filter((name) => name !== "");

function idOf({ options }: Choice, config: Config, name: string, made: Made | undefined): string | undefined {
  const wanted = folded(name);
  const called = options.all(config).find((option) => folded(option.name) === wanted || option.keywords?.some((word) => folded(word) === wanted));
  return called?.id ?? options.read?.(config, wanted) ?? made?.get(wanted);
}

/** The ids of the named options; null if a name is not the name of an option. */
function idsIn(choice: Choice, config: Config, text: string, made: Made | undefined): string[] | null {
  const ids = namesIn(choice, text).map((name) => idOf(choice, config, name, made));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : null;
}

/** The names in a text that are not the names of options, if the field can get new options; else none. */
export function newNamesIn(value: Value, config: Config, text: string): string[] {
  if (!isChoice(value) || !value.options.makes) return [];
  return namesIn(value, text).filter((name) => idOf(value, config, name, undefined) === undefined);
}

/** The meaning of a pasted text: a patch, the value that the ticket has, or no value of the field. */
export type Read = TicketPatch | "same" | "unknown";

export function readText(value: Value, config: Config, ticket: Ticket, text: string, made?: Made): Read {
  if (value.kind === "line") {
    const line = text.replace(/\s+/g, " ").trim();
    if (line === "" || line.length > value.longest) return "unknown";
    return line === value.read(ticket) ? "same" : value.write(line);
  }
  if (!isPicked(value)) return "unknown";
  const wanted = isChoice(value) ? idsIn(value, config, text, made) : value.kind === "date" ? datesIn(text) : entriesIn(value, text);
  if (wanted === null || (wanted.length === 0 && value.kind !== "many" && !mayBeEmpty(value))) return "unknown";
  return patchTo(value, ticket, wanted) ?? "same";
}

function entriesIn(value: EntryValue, text: string): string[] | null {
  if (text.trim() === "") return [];
  return value.objection(text) === null ? [text] : null;
}

function datesIn(text: string): string[] | null {
  if (text.trim() === "") return [];
  const date = readDate(text);
  return date === null ? null : [date];
}
