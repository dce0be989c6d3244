import { readDate } from "@/lib/typedDate";
import type { Ticket, TicketPatch } from "@/wire/generated";
import type { Config } from "./options";
import { isChoice, isPicked, mayBeEmpty, patchTo, type Choice, type EntryValue, type Value } from "./value";

const folded = (text: string) => text.trim().toLocaleLowerCase();

/** The ids of the named options; null if a name is not the name of an option. */
function idsIn({ options, kind }: Choice, config: Config, text: string): string[] | null {
  const names = (kind === "many" ? text.split(",") : [text]).map(folded).filter((name) => name !== "");
  const all = options.all(config);
  const called = (wanted: string) => all.find(({ name, keywords }) => folded(name) === wanted || keywords?.some((word) => folded(word) === wanted));
  const ids = names.map((name) => called(name)?.id ?? options.read?.(config, name));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : null;
}

/** The meaning of a pasted text: a patch, the value that the ticket has, or no value of the field. */
export type Read = TicketPatch | "same" | "unknown";

export function readText(value: Value, config: Config, ticket: Ticket, text: string): Read {
  if (value.kind === "line") {
    const line = text.replace(/\s+/g, " ").trim();
    if (line === "" || line.length > value.longest) return "unknown";
    return line === value.read(ticket) ? "same" : value.write(line);
  }
  if (!isPicked(value)) return "unknown";
  const wanted = isChoice(value) ? idsIn(value, config, text) : value.kind === "date" ? datesIn(text) : entriesIn(value, text);
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
