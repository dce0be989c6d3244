import type { Command, ListRank, SetPatch, Ticket, TicketPatch } from "@/wire/generated";
import { byRank, rankLast, type Ranked } from "../../tables/rank";
import type { RowReader } from "../../tables/tables";
import type { World } from "../world";

/** The tickets of a list with their ranks there, in no order. */
export function placesInList(rows: RowReader, listId: string): Ranked[] {
  return rows.rows("ticket").flatMap(({ id, lists }) => {
    const place = lists.find((it) => it.listId === listId);
    return place ? [{ id, rank: place.rank }] : [];
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
  const groups = new Map<string, { ids: string[]; patch: TicketPatch }>();
  for (const id of came) {
    const patch = patchLeft(rows, id, listId);
    const key = JSON.stringify(patch);
    groups.set(key, { patch, ids: [...(groups.get(key)?.ids ?? []), id] });
  }
  const left = [...groups.values()].map(({ ids, patch }) => updateOf(ids, patch));
  const back = runs.map(({ ids, after }): Command => {
    const [only] = ids;
    const place = { listId, ...(after !== undefined && { after }) };
    return ids.length === 1 && only !== undefined
      ? { kind: "ticket.move", ticketId: only, ...place }
      : { kind: "tickets.move", ticketIds: ids, ...place };
  });
  return moved.size > 0 ? [...left, ...back] : null;
}

/** The patch that takes a ticket out of a list again. In a list of another home the ticket has lost its lists and people. */
function patchLeft(rows: RowReader, id: string, listId: string): TicketPatch {
  const isRestricted = (of: string) => rows.rows("share").some((share) => share.listId === of);
  const { lists = [], assigneesIds = [], reportBy = null } = rows.get("ticket", id) ?? {};
  const left = lists.map((place) => place.listId);
  if (![listId, ...left].some(isRestricted)) return { lists: { add: [], remove: [listId] } };
  return {
    lists: { add: left, remove: [listId] },
    ...(assigneesIds.length > 0 && { assigneesIds: { add: assigneesIds, remove: [] } }),
    ...(reportBy !== null && { reportBy }),
  };
}

/**
 * Gives the tickets below moved ones back what they lose in another home: people who do not see it, and lists, in place of
 * which they get those of the moved ticket. The command itself gives back the tickets in `named`.
 */
export function belowBack(rows: RowReader, moved: readonly string[], named: readonly string[]): Command[] {
  const groups = new Map<string, { ids: string[]; patch: TicketPatch }>();
  const left = new Map<string, string[]>();
  for (const root of moved) {
    const given = rows.get("ticket", root)?.lists.map((place) => place.listId) ?? [];
    for (const { id, lists, assigneesIds, reportBy } of belowIn(rows, root)) {
      if (named.includes(id)) continue;
      const own = lists.map((place) => place.listId);
      const patch: TicketPatch = {
        ...(own.length > 0 && { lists: { add: own, remove: given.filter((listId) => !own.includes(listId)) } }),
        ...(assigneesIds.length > 0 && { assigneesIds: { add: assigneesIds, remove: [] } }),
        ...(reportBy !== null && { reportBy }),
      };
      if (Object.keys(patch).length === 0) continue;
      const key = JSON.stringify(patch);
      groups.set(key, { patch, ids: [...(groups.get(key)?.ids ?? []), id] });
      for (const listId of own) left.set(listId, [...(left.get(listId) ?? []), id]);
    }
  }
  const patches = [...groups.values()].map(({ ids, patch }) => updateOf(ids, patch));
  return [...patches, ...[...left].flatMap(([listId, ids]) => placesBack(rows, ids, listId) ?? [])];
}

/** Everything below a ticket. */
function belowIn(rows: RowReader, ticketId: string): Ticket[] {
  const seen = new Set([ticketId]);
  for (const id of seen) for (const below of rows.get("ticket", id)?.subtasksOrder ?? []) seen.add(below);
  seen.delete(ticketId);
  return [...seen].flatMap((id) => rows.get("ticket", id) ?? []);
}

/** One patch for one ticket or for several. */
export function updateOf(ids: string[], patch: Extract<Command, { kind: "ticket.update" }>["patch"]): Command {
  const [only] = ids;
  return ids.length === 1 && only !== undefined
    ? { kind: "ticket.update", ticketId: only, patch }
    : { kind: "tickets.update", ticketIds: ids, patch };
}

/** The places of a ticket in these lists: those that it has, and the last ones. */
export function placesOf(world: World, ticket: Pick<Ticket, "lists" | "private">, listIds: string[]): ListRank[] {
  return listIds.map((listId) => {
    return ticket.lists.find((place) => place.listId === listId) ?? { listId, rank: lastRankIn(world, listId, ticket.private) };
  });
}

export function patchedLists(world: World, ticket: Pick<Ticket, "lists" | "private">, patch: SetPatch<string>): ListRank[] {
  return placesOf(world, ticket, patchedSet(ticket.lists.map(({ listId }) => listId), patch));
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
