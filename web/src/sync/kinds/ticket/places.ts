import type { Command, ListRank, SetPatch, Ticket } from "@/wire/generated";
import { byRank, rankLast, ranksBehind, type Ranked } from "../../tables/rank";
import type { RowReader } from "../../tables/tables";
import type { World } from "../world";

/** The tickets of a list with their ranks there, in no order. */
export function placesInList(rows: RowReader, listId: string): Ranked[] {
  return rows.rows("ticket").flatMap(({ id, lists }) => {
    const place = lists.find((it) => it.listId === listId);
    return place ? [{ id, rank: place.rank }] : [];
  });
}

/** Puts tickets into a list one behind the other, between `after` and the ticket that follows it. */
export function placeTickets(world: World, ticketIds: string[], { listId, after }: { listId: string; after?: string }): void {
  const ids = unique(ticketIds);
  const tickets = ids.flatMap((id) => world.ticket(id) ?? []);
  if (tickets.length < ids.length || !world.rows.get("list", listId) || (after !== undefined && ids.includes(after))) return;
  const ranks = ranksBehind(world.placesIn(listId), after ?? null, ids);
  tickets.forEach((ticket, index) => {
    const rank = ranks?.[index];
    if (rank === undefined) return;
    const place = { listId, rank };
    const lists = ticket.lists.some((it) => it.listId === listId)
      ? ticket.lists.map((it) => (it.listId === listId ? place : it))
      : [...ticket.lists, place];
    world.putTicket({ ...ticket, lists });
  });
}

/** Puts tickets back to their places in a list. Neighbours go back together. */
export function placesBack(rows: RowReader, ticketIds: string[], listId: string): Command[] | null {
  const moved = new Set(ticketIds.filter((id) => rows.get("ticket", id)));
  const came = [...moved].filter((id) => !rows.get("ticket", id)?.lists.some((place) => place.listId === listId));
  const runs: { ids: string[]; after: string | undefined }[] = [];
  let before: string | undefined;
  let run: { ids: string[]; after: string | undefined } | null = null;
  for (const { id } of moved.size > came.length ? placesInList(rows, listId).toSorted(byRank) : []) {
    if (!moved.has(id)) run = null;
    else if (run) run.ids.push(id);
    else runs.push((run = { ids: [id], after: before }));
    before = id;
  }
  const left: Command[] = came.length > 0 ? [updateOf(came, { lists: { add: [], remove: [listId] } })] : [];
  const back = runs.map(({ ids, after }): Command => {
    const [only] = ids;
    const place = { listId, ...(after !== undefined && { after }) };
    return ids.length === 1 && only !== undefined
      ? { kind: "ticket.move", ticketId: only, ...place }
      : { kind: "tickets.move", ticketIds: ids, ...place };
  });
  return moved.size > 0 ? [...left, ...back] : null;
}

/** One patch for one ticket or for several. */
export function updateOf(ids: string[], patch: Extract<Command, { kind: "ticket.update" }>["patch"]): Command {
  const [only] = ids;
  return ids.length === 1 && only !== undefined
    ? { kind: "ticket.update", ticketId: only, patch }
    : { kind: "tickets.update", ticketIds: ids, patch };
}

export function patchedLists(world: World, ticket: Pick<Ticket, "lists" | "private">, patch: SetPatch<string>): ListRank[] {
  const kept = ticket.lists.filter((place) => !patch.remove?.includes(place.listId));
  const added = (patch.add ?? []).filter((id) => !kept.some((place) => place.listId === id));
  return [...kept, ...unique(added).map((listId) => ({ listId, rank: lastRankIn(world, listId, ticket.private) }))];
}

/** A shared ticket is ranked among shared tickets only, so its rank reveals nothing about private ones. */
export function lastRankIn(world: World, listId: string, isPrivate: boolean): string {
  const places = [...world.placesIn(listId).values()];
  return rankLast(isPrivate ? places : places.filter((place) => !place.private));
}

export function patchedSet(ids: string[], patch: SetPatch<string>): string[] {
  return unique([...ids.filter((id) => !patch.remove?.includes(id)), ...(patch.add ?? [])]);
}

export const unique = (ids: string[]) => [...new Set(ids)];
