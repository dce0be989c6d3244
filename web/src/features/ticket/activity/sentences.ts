import { formatDate } from "@/lib/plainDate";
import type { Activity } from "@/wire/generated";

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
const named = (text: string): Part => ({ named: text });
const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id): id is string => typeof id === "string") : []);

/** "a, b and c", each of them named. */
function listed(names: readonly string[]): Part[] {
  return names.flatMap((name, at) => {
    const joint = at === 0 ? [] : [at === names.length - 1 ? " and " : ", "];
    return [...joint, named(name)];
  });
}

/** What happened, after the name of who did it: " changed status from To do to Done". */
export function sentenceOf(activity: Pick<Activity, "kind" | "data" | "ticketId">, names: Names): Part[] {
  const data: Data = activity.data ?? {};
  switch (activity.kind) {
    case "createdAt":
      return [" created the task"];
    case "comment":
      return [" commented"];
    case "nameChange":
      return [" renamed it from ", named(text(data.from) ?? "nothing"), " to ", named(text(data.to) ?? "nothing")];
    case "statusChange":
      return fromTo("status", data, names.status);
    case "description":
      return [" edited the description"];
    case "assigneeChange":
      return change(data, " assigned ", " unassigned ", names.person);
    case "listsChange":
      return change(data, " added it to ", " took it out of ", names.list);
    case "subtaskAdded":
      return [" added the sub-task ", named(names.ticket(text(data.ticketId) ?? ""))];
    case "taskTrashed":
      return [" moved it to the trash"];
    case "taskRestored":
      return [" took it out of the trash"];
    case "customFieldChange":
      return fieldChange(data, activity.ticketId, names);
    default:
      // A later node's.
      return [" changed the task"];
  }
}

function fieldChange(data: Data, ticketId: string, names: Names): Part[] {
  switch (data.field) {
    case "priority":
      return fromTo("priority", data, capital);
    case "startDate":
      return fromTo("start date", data, (date) => formatDate(date));
    case "dueDate":
      return fromTo("due date", data, (date) => formatDate(date));
    case "reportBy":
      return fromTo("reporter", data, names.person);
    case "labels":
      return change(data, " added the label ", " removed the label ", names.label);
    case "parentTicketId":
      return fromTo("parent", data, names.ticket);
    case "private":
      return data.to === true ? [" made it private"] : [" shared it with the workspace"];
    case "links":
      return linkChange(data, ticketId, names);
    default:
      return [" changed ", named(text(data.field) ?? "a field")];
  }
}

/** " set priority to Week", " changed priority from Week to Day", " cleared priority (it was Week)". */
function fromTo(what: string, { from, to }: Data, name: (value: string) => string): Part[] {
  const [before, now] = [text(from), text(to)];
  if (now === null) return before === null ? [` cleared ${what}`] : [` cleared ${what}, it was `, named(name(before))];
  if (before === null) return [` set ${what} to `, named(name(now))];
  return [` changed ${what} from `, named(name(before)), " to ", named(name(now))];
}

/** " added the label a and removed the label b". */
function change(data: Data, adds: string, removes: string, name: (id: string) => string): Part[] {
  const [added, removed] = [ids(data.added), ids(data.removed)];
  const first = added.length > 0 ? [adds, ...listed(added.map(name))] : [];
  const second = removed.length > 0 ? [removes, ...listed(removed.map(name))] : [];
  return first.length > 0 && second.length > 0 ? [...first, " and", ...second] : [...first, ...second];
}

function linkChange(data: Data, ticketId: string, names: Names): Part[] {
  const link = (data.to ?? data.from ?? {}) as Data;
  // The sentence stands in both tickets: in each it names the other one.
  const turned = text(link.toTicketId) === ticketId;
  const other = text(turned ? link.fromTicketId : link.toTicketId) ?? "";
  const words = data.to === null ? unlinked(link.kind, turned) : linked(link.kind, turned);
  return [words, named(names.ticket(other))];
}

function linked(kind: unknown, turned: boolean): string {
  if (kind === "blocks") return turned ? " marked it as blocked by " : " marked it as blocking ";
  if (kind === "duplicates") return turned ? " marked as its duplicate " : " marked it as a duplicate of ";
  return " linked it with ";
}

function unlinked(kind: unknown, turned: boolean): string {
  if (kind === "blocks") return turned ? " no longer sees it blocked by " : " no longer sees it blocking ";
  return " removed its link with ";
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** The sentence as plain text. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.named)).join("");
