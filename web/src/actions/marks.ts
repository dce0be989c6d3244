import type { RefusedCommand, SyncState } from "@/sync/types";
import { touchesOf } from "@/sync/kinds/kinds";
import type { PresenceMember } from "@/wire/generated";

const noPeople: readonly PresenceMember[] = [];
const others = new WeakMap<readonly PresenceMember[], Map<string, PresenceMember[]>>();

/** The other people at a ticket, each once, in the order in which they came. */
export function othersAt({ presence, me }: Pick<SyncState, "presence" | "me">, ticketId: string): readonly PresenceMember[] {
  let byTicket = others.get(presence);
  if (!byTicket) {
    byTicket = new Map();
    for (const member of presence.toSorted((a, b) => (a.since < b.since ? -1 : 1))) {
      if (member.ticketId === null || member.userId === me || member.state === "away") continue;
      const there = byTicket.get(member.ticketId);
      if (!there) byTicket.set(member.ticketId, [member]);
      else if (!there.some(({ userId, field }) => userId === member.userId && field === member.field)) there.push(member);
    }
    others.set(presence, byTicket);
  }
  return byTicket.get(ticketId) ?? noPeople;
}

const none: readonly RefusedCommand[] = [];
const refused = new WeakMap<readonly RefusedCommand[], Map<string, RefusedCommand[]>>();

/** The refused commands about an entity. */
export function refusalsOf({ refusals }: Pick<SyncState, "refusals">, id: string): readonly RefusedCommand[] {
  let byId = refused.get(refusals);
  if (!byId) {
    byId = new Map();
    for (const refusal of refusals) {
      for (const touch of touchesOf(refusal.command)) byId.set(touch.id, [...(byId.get(touch.id) ?? []), refusal]);
    }
    refused.set(refusals, byId);
  }
  return byId.get(id) ?? none;
}

/** True if a refused command was about this field of the entity. */
export function isAbout(refusal: RefusedCommand, id: string, field: string): boolean {
  return touchesOf(refusal.command).some((touch) => touch.id === id && touch.fields.includes(field));
}
