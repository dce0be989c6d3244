import { plural, t } from "@lingui/core/macro";
import { formatDate } from "@/lib/plainDate";
import { ticketKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import { listed } from "@/words/i18n";
import type { Field, HistoryPart, SentenceKind } from "./field";
import type { Config } from "./options";
import { isChoice } from "./value";

/** The data that a sentence takes names from. */
export type Named = Config & Pick<View, "tickets">;

/** The values before and after: `{from, to}` or `{added, removed}`. */
export type ChangeData = Record<string, unknown>;

/** Puts a name between the marks that isolate its writing direction, so that the caller can find the name in the sentence. */
export const named = (text: string): string => `\u2068${text.replace(/[\u2066-\u2069]/g, "")}\u2069`;

const all = (texts: readonly string[]): string => listed(texts.map(named));

/** The value if it is a text that is not empty. */
export const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);

/** A ticket by its key and title. */
export function ticketName(view: Named, id: string): string {
  const ticket = view.tickets[id];
  return ticket ? `${ticketKey(view, ticket) ?? ""} ${ticket.title}`.trim() : t`a deleted task`;
}

/** The name of a value of a field, or the words for an option that is gone. */
function nameOf({ value }: Field, view: Named, id: string): string {
  if (isChoice(value)) return value.options.find(view, id)?.name ?? value.options.gone?.() ?? id;
  if (value.kind === "date") return formatDate(id);
  return value.kind === "parent" ? ticketName(view, id) : id;
}

/** A value in the history as the id of an option, or as text; null for none. */
function valueIn(value: unknown): string | null {
  if (Array.isArray(value)) return ids(value)[0] ?? null;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : text(value);
}

interface Change {
  field: Field;
  data: ChangeData;
  view: Named;
}

function fromTo({ field, data, view }: Change): string {
  const noun = field.noun();
  const [before, now] = [valueIn(data.from), valueIn(data.to)];
  const name = (id: string) => named(nameOf(field, view, id));
  if (now === null) return before === null ? t`cleared ${noun}` : t`cleared ${noun} (was ${name(before)})`;
  return before === null ? t`set ${noun} to ${name(now)}` : t`changed ${noun} from ${name(before)} to ${name(now)}`;
}

/** The names of added and of removed values. */
function bothOf({ field, data, view }: Change): [string[], string[]] {
  const names = (of: unknown) => ids(of).map((id) => nameOf(field, view, id));
  return [names(data.added), names(data.removed)];
}

function assigned(change: Change): string {
  const [added, removed] = bothOf(change);
  if (removed.length === 0) return t`assigned ${all(added)}`;
  return added.length === 0 ? t`unassigned ${all(removed)}` : t`assigned ${all(added)} and unassigned ${all(removed)}`;
}

function moved(change: Change): string {
  const [added, removed] = bothOf(change);
  // The history names no restricted list.
  if (added.length + removed.length === 0) return t`changed who can see it`;
  if (removed.length === 0) return t`added it to ${all(added)}`;
  return added.length === 0 ? t`removed it from ${all(removed)}` : t`moved it from ${all(removed)} to ${all(added)}`;
}

function labelled(change: Change): string {
  const [added, removed] = bothOf(change);
  const [these, those] = [all(added), all(removed)];
  if (removed.length === 0) return plural(added.length, { one: `added the label ${these}`, other: `added the labels ${these}` });
  if (added.length === 0) return plural(removed.length, { one: `removed the label ${those}`, other: `removed the labels ${those}` });
  return plural(added.length, { one: `added the label ${these} and removed ${those}`, other: `added the labels ${these} and removed ${those}` });
}

function chosen(change: Change): string {
  const [added, removed] = bothOf(change);
  const noun = change.field.noun();
  if (removed.length === 0) return t`added ${all(added)} to ${noun}`;
  return added.length === 0 ? t`removed ${all(removed)} from ${noun}` : t`changed ${noun} from ${all(removed)} to ${all(added)}`;
}

const sentences: Record<SentenceKind, (change: Change) => string> = {
  fromTo,
  renamed: ({ data }) => t`renamed it from ${named(text(data.from) ?? "")} to ${named(text(data.to) ?? "")}`,
  edited: ({ field }) => {
    const noun = field.noun();
    return t`edited the ${noun}`;
  },
  assigned,
  moved,
  labelled,
  chosen,
  privacy: ({ data }) => (data.to === true ? t`made it private` : t`shared it with the workspace`),
};

/** A change of a field, after the name of the person who made it: "changed status from To do to Done". Names stand between marks of direction. */
export const changeSentence = (field: Field & { history: HistoryPart }, data: ChangeData, view: Named): string =>
  sentences[field.history.sentence]({ field, data, view });

/** The deletion of a value that the ticket had: "deleted Doing; status is now To do". */
export function removalSentence(field: Field, data: ChangeData, view: Named): string {
  const noun = field.noun();
  const name = named(text(data.name) ?? t`an option`);
  const instead = (id: string | null | undefined) => (id ? named(nameOf(field, view, id)) : null);
  if ("added" in data) {
    const other = instead(ids(data.added)[0]);
    return other === null ? t`deleted ${name}, which was one of ${noun}` : t`deleted ${name} and put ${other} in its place`;
  }
  const to = instead(valueIn(data.to));
  return to === null ? t`deleted ${name}, which cleared ${noun}` : t`deleted ${name}; ${noun} is now ${to}`;
}
