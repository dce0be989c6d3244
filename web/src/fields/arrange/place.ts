import type { Collection } from "@/lib/paths";
import type { Ticket } from "@/wire/generated";
import { rowsOf } from "@/sync/tables/tableCopy";
import { follows, subscriptionsByTicket } from "@/sync/following";
import { ticketsOfList, trashedTickets } from "@/sync/selectors";
import type { ById, View } from "@/sync/types";

/** The content of a list page: one list, the tickets of a component, a fix version, a sprint or a person, or a collection. */
export interface Place {
  collection: Collection;
  /** Set for a list, and only then. */
  listId: string | null;
  /** Set for a component, a fix version, a sprint and a person, and only then. */
  recordId?: string | null;
}

/** The key under which settings of a place are stored. */
export const placeKey = ({ collection, listId, recordId }: Place): string => listId ?? recordId ?? collection;

/**
 * Orders tickets of the same instant, as an import makes them, by their numbers. A ticket without a number is the
 * newest.
 */
function newestFirst(a: Ticket, b: Ticket): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? 1 : -1;
  return (b.number ?? Infinity) - (a.number ?? Infinity) || (a.id < b.id ? 1 : -1);
}

/** The tables that a place is gathered from. */
type Rows = Pick<View, "tickets" | "subscriptions">;

interface Gathered {
  subscriptions: Rows["subscriptions"];
  tickets: readonly Ticket[];
}

const gathered = new WeakMap<ById<Ticket>, Map<string, Gathered>>();

/** The tickets of a place: a list in its own order, every other place newest first. */
export function ticketsIn(view: Rows, place: Place, me: string | null): readonly Ticket[] {
  if (place.listId !== null) return ticketsOfList(view, place.listId);
  if (place.collection === "trash") return trashedTickets(view);
  const { tickets, subscriptions } = view;
  const places = gathered.get(tickets) ?? new Map<string, Gathered>();
  gathered.set(tickets, places);
  const key = `${place.collection} ${place.recordId ?? me ?? ""}`;
  const known = places.get(key);
  if (known && (place.collection !== "subscribed" || known.subscriptions === subscriptions)) return known.tickets;
  const found = rowsOf(tickets).filter(belongs(place, me, subscriptions)).sort(newestFirst);
  places.set(key, { subscriptions, tickets: found });
  return found;
}

function belongs({ collection, recordId = null }: Place, me: string | null, subscriptions: Rows["subscriptions"]): (ticket: Ticket) => boolean {
  const living = (ticket: Ticket) => !ticket.trashedAt;
  switch (collection) {
    case "mine":
      return (ticket) => living(ticket) && me !== null && ticket.assigneesIds.includes(me);
    case "created":
      return (ticket) => living(ticket) && ticket.createdUserId === me;
    case "completed":
      return (ticket) => living(ticket) && ticket.completed && ticket.completedByUserId === me;
    case "subscribed": {
      const rows = subscriptionsByTicket(subscriptions);
      return (ticket) => living(ticket) && me !== null && follows(ticket, rows.get(ticket.id), me);
    }
    case "person":
      return (ticket) => living(ticket) && recordId !== null && ticket.assigneesIds.includes(recordId);
    case "private":
      return (ticket) => living(ticket) && ticket.private;
    case "component":
      return (ticket) => living(ticket) && recordId !== null && ticket.componentsIds?.includes(recordId) === true;
    case "version":
      return (ticket) => living(ticket) && recordId !== null && ticket.fixVersionsIds?.includes(recordId) === true;
    case "sprint":
      return (ticket) => living(ticket) && recordId !== null && ticket.sprintId === recordId;
    default:
      return living;
  }
}
