import { t } from "@lingui/core/macro";
import type { Field, HistoryPart } from "@/fields/field";
import { changeSentence, named, removalSentence, text, ticketName, type ChangeData, type Named } from "@/fields/sentences";
import { shownAddress } from "@/lib/shownAddress";
import { memberName } from "@/sync/selectors";
import type { Activity } from "@/wire/generated";

/** A piece of a sentence; names are emphasised. */
export type Part = string | { named: string };

type Told = Pick<Activity, "kind" | "data"> & Partial<Pick<Activity, "userId">>;

/** The field that an activity is about: by the kind, or by the key that it names. */
export function fieldOf({ kind, data }: Told, fields: readonly Field[]): (Field & { history: HistoryPart }) | undefined {
  const told = fields.filter((field): field is Field & { history: HistoryPart } => field.history !== undefined);
  if (kind === "customFieldChange" || kind === "fieldOptionRemoved") return told.find(({ key }) => key === data?.field);
  return told.find(({ history }) => history.activities?.includes(kind));
}

/** The sentence after the name of the person: "changed status from To do to Done". */
export function sentenceOf(activity: Told & Pick<Activity, "ticketId">, view: Named, fields: readonly Field[]): Part[] {
  const pieces = wordsOf(activity, view, fields).split(/(\u2068[^\u2069]*\u2069)/);
  return pieces.filter(Boolean).map((piece) => (piece.startsWith("\u2068") ? { named: piece.slice(1, -1) } : piece));
}

/** The kinds that tell that a value was deleted from the configuration. */
const removals: ReadonlySet<Activity["kind"]> = new Set(["statusRemoved", "fieldOptionRemoved", "taskTypeRemoved"]);

function wordsOf(activity: Told & Pick<Activity, "ticketId">, view: Named, fields: readonly Field[]): string {
  const data: ChangeData = activity.data ?? {};
  const field = fieldOf(activity, fields);
  if (field && removals.has(activity.kind)) return removalSentence(field, data, view);
  if (field) return changeSentence(field, data, view);
  switch (activity.kind) {
    case "createdAt":
      return t`created the task`;
    case "comment":
      return t`commented`;
    case "commentDeleted": {
      const author = view.members[text(data.userId) ?? ""];
      if (author?.id === activity.userId) return t`deleted their comment`;
      return author ? t`deleted a comment by ${named(memberName(author))}` : t`deleted a comment`;
    }
    case "subtaskAdded":
      return t`added the subtask ${named(ticketName(view, text(data.ticketId) ?? ""))}`;
    case "taskTrashed":
      return t`moved it to the trash`;
    case "taskRestored":
      return t`restored it from the trash`;
    case "customFieldChange":
      if (data.field === "links") return linkChange(data, activity.ticketId, view);
      return data.field === "urlLinks" ? addressChange(data) : unknownChange(data);
    default:
      // A kind of activity that only a later version of the node knows.
      return t`changed the task`;
  }
}

/** A change of a field that this build does not know. */
function unknownChange(data: ChangeData): string {
  const field = text(data.field);
  return field === null ? t`changed the task` : t`changed ${named(field)}`;
}

function addressChange(data: ChangeData): string {
  const [before, now] = [text(data.from), text(data.to)];
  return now === null ? t`removed the link to ${named(shownAddress(before ?? ""))}` : t`added a link to ${named(shownAddress(now))}`;
}

function linkChange(data: ChangeData, ticketId: string, view: Named): string {
  const link = (data.to ?? data.from ?? {}) as ChangeData;
  // Both tickets show the sentence, and each names the other ticket.
  const turned = text(link.toTicketId) === ticketId;
  const other = named(ticketName(view, text(turned ? link.fromTicketId : link.toTicketId) ?? ""));
  const gone = data.to === null;
  if (link.kind === "blocks" && turned) return gone ? t`removed blocker ${other}` : t`added blocker ${other}`;
  if (link.kind === "blocks") return gone ? t`marked it as no longer blocking ${other}` : t`marked it as blocking ${other}`;
  if (gone) return t`removed its link to ${other}`;
  if (link.kind === "duplicates") return turned ? t`marked ${other} as its duplicate` : t`marked it as a duplicate of ${other}`;
  return t`linked it to ${other}`;
}

/** The sentence as plain text. */
export const plain = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.named)).join("");
