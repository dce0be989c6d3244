import { dueDate, startDate } from "@/fields/dates";
import type { Field } from "@/fields/field";
import { lists } from "@/fields/lists";
import { optionNamed, readTokens, type Token } from "@/fields/tokens/tokens";
import type { SyncState } from "@/sync/types";
import type { TicketCreate } from "@/wire/generated";
import { untouched, withTokens, type Naming } from "./chips";
import { asNewTicket, draftOf, type Draft } from "./draft";
import { filledFrom, hereNow, shownAt } from "./here";
import { namingOf } from "./naming";

/** A new task of a line: the values that its place and its group give it, or the lists of its parent. Filters give it none. */
export function draftOfLine(state: SyncState, fields: readonly Field[], address: { pathname: string; search: string }, parentId?: string): Draft {
  const parent = parentId === undefined ? undefined : state.tickets[parentId];
  if (parent) return { title: "", description: "", private: parent.private, values: { [lists.id]: lists.value.read(parent) } };
  const place = shownAt(address, fields)?.place;
  const listId = place?.listId ?? null;
  const draft = draftOf({}, { listId, isPrivate: place?.collection === "private", lists: Object.values(state.lists).filter(({ archivedAt }) => !archivedAt) });
  const here = hereNow(state, address, fields);
  return here ? filledFrom(draft, { ...here, filters: {} }, fields, state, listId !== null) : draft;
}

/** The text for a chosen option, so that it is read as this option: its name, or another name that no other option has. */
export function textFor({ field, value, text }: Token, { known }: Naming): string {
  const mark = text.slice(0, 1);
  const options = Object.values(known.marks).find((one) => one.field === field)?.options ?? [];
  const { name = "", keywords = [] } = options.find(({ id }) => id === value) ?? {};
  const word = [name, ...keywords].find((each) => optionNamed(options, each)?.id === value) ?? name;
  return /\s/.test(word) ? `${mark}"${word}"` : `${mark}${word}`;
}

/** The values that the title of a line names. `left` are texts that stay text. If a task cannot start after it is due, its dates stay text. */
export function tokensOfLine(title: string, { known }: Naming, left: readonly string[]): readonly Token[] {
  const tokens = readTokens(title, known, { final: true, left });
  const last = (id: string) => tokens.findLast(({ field }) => field === id)?.value;
  const [from, to] = [last(startDate.id), last(dueDate.id)];
  return from !== undefined && to !== undefined && from > to ? tokens.filter(({ field }) => field !== startDate.id && field !== dueDate.id) : tokens;
}

/** What the title of a line says about its task, beside what the line does. `from` is the first of the days that the line is for. */
export function readLine(title: string, draft: Draft, left: readonly string[], state: SyncState, fields: readonly Field[], from?: string): Partial<TicketCreate> {
  const naming = namingOf(state, draft, fields);
  const tokens = tokensOfLine(title, naming, left);
  const read = withTokens(untouched({ ...draft, title }), tokens, naming, title.length).written.draft;
  // If the title consists of values only, the whole text stays the title.
  if (tokens.length === 0 || read.title.trim() === "") return {};
  const named = new Set(tokens.map(({ field }) => field));
  const made = asNewTicket({ ...read, values: Object.fromEntries(Object.entries(read.values).filter(([id]) => named.has(id))) }, fields);
  const late = from !== undefined && made.startDate === undefined && typeof made.dueDate === "string" && from > made.dueDate;
  return { ...made, ...(late && { startDate: null }) } as Partial<TicketCreate>;
}
