import type { Place } from "@/fields/arrange/place";
import { useTroupe } from "@/sync/store";
import type { Capability } from "@/wire/generated";
import { may, mayOn, type Owned } from "./rights";

/** True if this person may do something in the workspace. The answer follows the role. */
export const useMay = (what: Capability): boolean => useTroupe(({ capabilities }) => may(capabilities, what));

/**
 * True if this person may make tickets at a place. A person who may not read the open lists makes them only in a list that
 * they see, or for themselves.
 */
export function useMayAddIn({ collection, listId }: Place): boolean {
  const readsOpen = useMay("read");
  return useMay("createTickets") && (readsOpen || listId !== null || collection === "private");
}

/** True if this person may do something to the ticket. */
export const useMayOn = (what: Capability, ticket: Owned): boolean => useTroupe(({ capabilities, me }) => mayOn(capabilities, what, [ticket], me));

/** True if this person may do something to each of these tickets. Tickets that are gone do not count. */
export const useMayOnAll = (what: Capability, ticketIds: readonly string[]): boolean =>
  useTroupe(({ capabilities, me, tickets }) => may(capabilities, what) || mayOn(capabilities, what, ticketIds.flatMap((id) => tickets[id] ?? []), me));

/** True if this person may do something to each of these tickets at this moment. Tickets that are gone do not count. */
export function mayNowOn(what: Capability, ticketIds: readonly string[]): boolean {
  const { capabilities, me, tickets } = useTroupe.getState();
  return mayOn(capabilities, what, ticketIds.flatMap((id) => tickets[id] ?? []), me);
}
