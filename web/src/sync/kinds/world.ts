import { byRank, type Ranked } from "../tables/rank";
import type { Details, HeldDetail } from "../details/details";
import type { Status, Ticket } from "@/wire/generated";
import { Draft, type Tables } from "../tables/tables";

/** The author and the time of a command, which the node will write into the rows. */
export interface PredictContext {
  me: string;
  workspaceId: string;
  /** RFC 3339. */
  at: string;
  /** The id of a row until the node has given its own id. */
  commandId: string;
}

/** A ticket's place in a list. */
export interface Place extends Ranked {
  private: boolean;
}

/** The tables and opened tickets that predictions are written on. */
export class World {
  readonly rows: Draft;
  #details: Details;
  /** The places of the lists that were read; `putTicket` keeps them current. */
  readonly #places = new Map<string, Map<string, Place>>();

  constructor(tables: Tables, details: Details) {
    this.rows = new Draft(tables);
    this.#details = details;
  }

  get details(): Details {
    return this.#details;
  }

  ticket(id: string): Ticket | undefined {
    return this.rows.get("ticket", id);
  }

  /** Every write that may change a ticket's lists goes through here. */
  putTicket(ticket: Ticket): void {
    this.rows.set("ticket", ticket.id, ticket);
    for (const [listId, places] of this.#places) {
      const place = ticket.lists.find((it) => it.listId === listId);
      if (place) places.set(ticket.id, { id: ticket.id, rank: place.rank, private: ticket.private });
      else places.delete(ticket.id);
    }
  }

  dropTicket(id: string): void {
    this.rows.delete("ticket", id);
    for (const places of this.#places.values()) places.delete(id);
  }

  /** The places of the tickets in a list; collected once, however many commands ask. */
  placesIn(listId: string): ReadonlyMap<string, Place> {
    const known = this.#places.get(listId);
    if (known) return known;
    const places = new Map<string, Place>();
    for (const ticket of this.rows.rows("ticket")) {
      const place = ticket.lists.find((it) => it.listId === listId);
      if (place) places.set(ticket.id, { id: ticket.id, rank: place.rank, private: ticket.private });
    }
    this.#places.set(listId, places);
    return places;
  }

  /** Whether only some people see a list: those with whom it is shared, of whom one always manages it. */
  isRestricted(listId: string): boolean {
    return this.rows.rows("share").some((share) => share.listId === listId);
  }

  /** Whether a list is out of use: no ticket comes into it. Rows from nodes of the previous version have no such field. */
  isArchived(listId: string): boolean {
    return Boolean(this.rows.get("list", listId)?.archivedAt);
  }

  /** Whether a ticket rests: it is in lists, and all of them are archived. */
  rests({ lists }: Pick<Ticket, "lists">): boolean {
    return lists.length > 0 && lists.every(({ listId }) => this.isArchived(listId));
  }

  statusesInOrder(): Status[] {
    return this.rows.rows("status").toSorted(byRank);
  }

  /** Changes an opened ticket's details. Does nothing if they are not loaded. */
  detail(ticketId: string, change: (held: HeldDetail) => Partial<HeldDetail>): void {
    const held = this.#details[ticketId];
    if (held) this.#details = { ...this.#details, [ticketId]: { ...held, ...change(held) } };
  }

  /** The opened ticket of an activity: a command may name only the activity. */
  ticketOfActivity(activityId: string): string | undefined {
    for (const [ticketId, held] of Object.entries(this.#details)) {
      if (held.activities.some((activity) => activity.id === activityId)) return ticketId;
    }
    return undefined;
  }
}
