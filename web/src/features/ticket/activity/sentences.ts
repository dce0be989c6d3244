import { plural, t } from "@lingui/core/macro";
import { formatDate } from "@/lib/plainDate";
import type { Activity } from "@/wire/generated";
import { listed } from "@/words/i18n";

/** A piece of a sentence; what is named stands out. */
export type Part = string | { named: string };

/** How things are called; something that is gone answers what it was. */
export interface Names {
  person(id: string): string;
  status(id: string): string;
  list(id: string): string;
  label(id: string): string;
  ticket(id: string): string;
}

type Data = Record<string, unknown>;
/** Puts a name between the marks that isolate its writing direction, so that the caller can find the name in the sentence. */
const named = (text: string): string => `\u2068${text.replace(/[\u2066-\u2069]/g, "")}\u2069`;
const all = (texts: readonly string[]): string => listed(texts.map(named));
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);

/** What happened, after the name of who did it: "changed status from To do to Done". */
export function sentenceOf(activity: Pick<Activity, "kind" | "data" | "ticketId">, names: Names): Part[] {
  const pieces = wordsOf(activity, names).split(/(\u2068[^\u2069]*\u2069)/);
  return pieces.filter(Boolean).map((piece) => (piece.startsWith("\u2068") ? { named: piece.slice(1, -1) } : piece));
}

function wordsOf(activity: Pick<Activity, "kind" | "data" | "ticketId">, names: Names): string {
  const data: Data = activity.data ?? {};
  switch (activity.kind) {
    case "createdAt":
      return t`created the task`;
    case "comment":
      return t`commented`;
    case "nameChange":
      return t`renamed it from ${named(text(data.from) ?? "")} to ${named(text(data.to) ?? "")}`;
    case "statusChange":
      return fromTo(t`status`, data, names.status);
    case "description":
      return t`edited the description`;
    case "assigneeChange":
      return assigned(data, names);
    case "listsChange":
      return moved(data, names);
    case "subtaskAdded":
      return t`added the subtask ${named(names.ticket(text(data.ticketId) ?? ""))}`;
    case "taskTrashed":
      return t`moved it to the trash`;
    case "taskRestored":
      return t`restored it from the trash`;
    case "customFieldChange":
      return fieldChange(data, activity.ticketId, names);
    default:
      // A later node's.
      return t`changed the task`;
  }
}

function fieldChange(data: Data, ticketId: string, names: Names): string {
  switch (data.field) {
    case "priority":
      return fromTo(t`priority`, data, capital);
    case "startDate":
      return fromTo(t`start date`, data, (date) => formatDate(date));
    case "dueDate":
      return fromTo(t`due date`, data, (date) => formatDate(date));
    case "reportBy":
      return fromTo(t`reporter`, data, names.person);
    case "labels":
      return labelled(data, names);
    case "parentTicketId":
      return fromTo(t`parent`, data, names.ticket);
    case "private":
      return data.to === true ? t`made it private` : t`shared it with the workspace`;
    case "links":
      return linkChange(data, ticketId, names);
    default: {
      const field = text(data.field);
      return field === null ? t`changed the task` : t`changed ${named(field)}`;
    }
  }
}

function fromTo(field: string, { from, to }: Data, name: (value: string) => string): string {
  const [before, now] = [text(from), text(to)];
  if (now === null) return before === null ? t`cleared ${field}` : t`cleared ${field} (was ${named(name(before))})`;
  return before === null ? t`set ${field} to ${named(name(now))}` : t`changed ${field} from ${named(name(before))} to ${named(name(now))}`;
}

function assigned(data: Data, names: Names): string {
  const [added, removed] = [ids(data.added).map(names.person), ids(data.removed).map(names.person)];
  if (removed.length === 0) return t`assigned ${all(added)}`;
  return added.length === 0 ? t`unassigned ${all(removed)}` : t`assigned ${all(added)} and unassigned ${all(removed)}`;
}

function moved(data: Data, names: Names): string {
  const [added, removed] = [ids(data.added).map(names.list), ids(data.removed).map(names.list)];
  if (removed.length === 0) return t`added it to ${all(added)}`;
  return added.length === 0 ? t`removed it from ${all(removed)}` : t`moved it from ${all(removed)} to ${all(added)}`;
}

function labelled(data: Data, names: Names): string {
  const [added, removed] = [ids(data.added).map(names.label), ids(data.removed).map(names.label)];
  const [these, those] = [all(added), all(removed)];
  if (removed.length === 0) return plural(added.length, { one: `added the label ${these}`, other: `added the labels ${these}` });
  if (added.length === 0) return plural(removed.length, { one: `removed the label ${those}`, other: `removed the labels ${those}` });
  return plural(added.length, { one: `added the label ${these} and removed ${those}`, other: `added the labels ${these} and removed ${those}` });
}

function linkChange(data: Data, ticketId: string, names: Names): string {
  const link = (data.to ?? data.from ?? {}) as Data;
  // Both tickets show the sentence, and each names the other ticket.
  const turned = text(link.toTicketId) === ticketId;
  const other = named(names.ticket(text(turned ? link.fromTicketId : link.toTicketId) ?? ""));
  const gone = data.to === null;
  if (link.kind === "blocks" && turned) return gone ? t`removed blocker ${other}` : t`added blocker ${other}`;
  if (link.kind === "blocks") return gone ? t`marked it as no longer blocking ${other}` : t`marked it as blocking ${other}`;
  if (gone) return t`removed its link to ${other}`;
  if (link.kind === "duplicates") return turned ? t`marked ${other} as its duplicate` : t`marked it as a duplicate of ${other}`;
  return t`linked it to ${other}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The sentence as plain text. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.named)).join("");
