import { useEffect } from "react";
import { setPresence, useTroupe } from "@/sync/store";
import type { PresenceReport } from "@/sync/types";
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

/** The first of the people in a field of a ticket. */
export function useCellPresence(ticketId: string, field: string): PresenceMember | null {
  return useTroupe((state) => othersAt(state, ticketId).find((member) => member.field === field) ?? null);
}

/** The beginning of the presence field of a person who moves a bar of the gantt. The new dates of the bar come after it. */
export const movedDates = "dates:";
