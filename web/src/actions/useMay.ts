import type { Place } from "@/fields/arrange/place";
import { useTroupe } from "@/sync/store";
import type { Capability } from "@/wire/generated";
import { isArchived, may, mayIn, mayOn, type Owned } from "./rights";

/** True if this person may do something in the workspace. The answer follows the role. */
export const useMay = (what: Capability): boolean => useTroupe(({ capabilities }) => may(capabilities, what));

/** True if this person may do something in a list and on its tickets. */
export const useMayIn = (what: Capability, listId: string | null): boolean => 
  useTroupe((state) => mayIn(state.capabilities, what, listId) && !(what === "createTickets" && isArchived(state, listId)));

/**
 * True if this person may make tickets at a place. A new ticket is not completed. A person who may not read the open lists makes them only in a list that
 * they see, or for themselves.
 */
export function useMayAddIn({ collection, listId }: Place): boolean {
  const readsOpen = useMay("read");
  return useMayIn("createTickets", listId) && collection !== "completed" && (readsOpen || listId !== null || collection === "private");
}

/** True if this person may do something to the ticket. */
export const useMayOn = (what: Capability, ticket: Owned): boolean => useTroupe((state) => mayOn(state, what, [ticket]));

/** True if this person may do something to each of these tickets. Tickets that are gone do not count. */
export const useMayOnAll = (what: Capability, ticketIds: readonly string[]): boolean =>
  useTroupe((state) => mayOn(state, what, ticketIds.flatMap((id) => state.tickets[id] ?? [])));

/** True if this person may do something to each of these tickets at this moment. Tickets that are gone do not count. */
export function mayNowOn(what: Capability, ticketIds: readonly string[]): boolean {
  const state = useTroupe.getState();
  return mayOn(state, what, ticketIds.flatMap((id) => state.tickets[id] ?? []));
}
