import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { dueDate } from "@/fields/dates";
import { fieldByKey, type Field } from "@/fields/field";
import { faceOf } from "@/fields/people";
import { setPresence, useTroupe } from "@/sync/store";
import type { PresenceReport, SyncState } from "@/sync/types";
import type { Actor } from "@/ui/Stage";
import type { PresenceMember, PresenceState } from "@/wire/generated";
import { othersAt } from "./marks";
import { useTarget } from "./target";

/** The places that this person is in. The narrowest counts: a field within a ticket within the workspace; of several, the last. */
const places: PresenceReport[] = [];

function tell(): void {
  setPresence(places.findLast(({ field }) => field !== undefined) ?? places.at(-1) ?? { state: "viewing" });
}

/** Reports that the person is here now. When this place is left, the place before it holds again. */
export function enterPlace(report: PresenceReport): () => void {
  places.push(report);
  tell();
  return () => {
    const at = places.lastIndexOf(report);
    if (at >= 0) places.splice(at, 1);
    tell();
  };
}

/** Of several open tickets, a person is in the one that keys act on. */
const useIsHere = (ticketId: string) => useTarget(({ opened }) => opened === null || opened === ticketId);

/** Reports the open ticket, until it closes. */
export function useTicketPresence(ticketId: string): void {
  const isHere = useIsHere(ticketId);
  useEffect(() => (isHere ? enterPlace({ ticketId, state: "viewing" }) : undefined), [isHere, ticketId]);
}

/** Reports a field of a ticket, for as long as the person edits it or types in it. */
export function useFieldPresence(ticketId: string, field: string, state: PresenceState | null): void {
  const isHere = useIsHere(ticketId);
  useEffect(() => (state === null || !isHere ? undefined : enterPlace({ ticketId, field, state })), [isHere, ticketId, field, state]);
}

/** The ticket that each person is in, by user id. Only tickets known here count; of several tabs, the most active one decides. */
export function ticketsOf({ presence, tickets }: Pick<SyncState, "presence" | "tickets">): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { userId, ticketId } of presence.toSorted((a, b) => weight[a.state] - weight[b.state]))
    if (ticketId !== null && tickets[ticketId]) found[userId] ??= ticketId;
  return found;
}

/** The first of the people in a field of a ticket. */
export function useCellPresence(ticketId: string, field: string): PresenceMember | null {
  return useTroupe((state) => othersAt(state, ticketId).find((member) => member.field === field) ?? null);
}

/** The beginning of the presence field of a person who moves a bar of the gantt. The new dates of the bar come after it. */
export const movedDates = "dates:";

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
