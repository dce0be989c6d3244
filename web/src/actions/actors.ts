import { t } from "@lingui/core/macro";
import { dueDate } from "@/fields/dates";
import { fieldByKey, type Field } from "@/fields/field";
import { faceOf } from "@/fields/people";
import type { SyncState } from "@/sync/types";
import type { Actor } from "@/ui/Stage";
import type { PresenceMember, PresenceState } from "@/wire/generated";
import { movedDates } from "./presence";

/** The ticket that each person is in, by user id. Only tickets known here count; of several tabs, the most active one decides. */
export function ticketsOf({ presence, tickets }: Pick<SyncState, "presence" | "tickets">): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { userId, ticketId } of presence.toSorted((a, b) => weight[a.state] - weight[b.state]))
    if (ticketId !== null && tickets[ticketId]) found[userId] ??= ticketId;
  return found;
}

/** The name of a field within a sentence; comments are named like one. */
export function fieldName(key: string, fields: readonly Field[]): string {
  if (key === "comment") return t`comments`;
  return fieldByKey(fields, key.startsWith(movedDates) ? dueDate.key : key)?.noun() ?? key;
}

const weight: Record<PresenceState, number> = { typing: 0, editing: 0, viewing: 1, away: 2 };

const shown = { typing: "writing", editing: "writing", viewing: "viewing", away: "idle" } as const;

/**
 * The people who are here, each once, with the most active of their tabs and the time when the first of them came. The
 * person who looks is not among them.
 */
export function actorsOf(
  { presence, members, me }: Pick<SyncState, "presence" | "members" | "me">,
  isHere: (member: PresenceMember) => boolean,
  where: (member: PresenceMember) => string | null,
): Actor[] {
  const byPerson = new Map<string, PresenceMember[]>();
  for (const one of presence) {
    if (one.userId === me || !members[one.userId] || !isHere(one)) continue;
    byPerson.set(one.userId, [...(byPerson.get(one.userId) ?? []), one]);
  }
  return [...byPerson].flatMap(([userId, tabs]) => {
    const member = members[userId];
    const [liveliest] = tabs.toSorted((a, b) => weight[a.state] - weight[b.state]);
    const [first] = tabs.toSorted((a, b) => (a.since < b.since ? -1 : 1));
    if (!member || !liveliest || !first) return [];
    return [{ person: faceOf(member), state: shown[liveliest.state], since: first.since, where: where(liveliest) }];
  });
}
