import type { ColumnSort, Sorts } from "@/fields/arrange/board";
import type { Group } from "@/fields/arrange/group";
import { ticketsIn, type Place } from "@/fields/arrange/place";
import { MANUAL } from "@/fields/arrange/settings";
import { sorted } from "@/fields/arrange/sort";
import { fieldById, type Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import type { SyncState } from "@/sync/types";
import { sameIds } from "./grid";

type Around = Pick<SyncState, "tickets" | "subscriptions" | "me">;

function inOrder({ ticketIds }: Group, { sort, descending }: ColumnSort, place: Place, fields: readonly Field[], config: Config, view: Around): readonly string[] {
  const own = new Set(ticketIds);
  const tickets = sort === MANUAL ? ticketsIn(view, place, view.me).filter(({ id }) => own.has(id)) : ticketIds.flatMap((id) => view.tickets[id] ?? []);
  return sorted(tickets, fieldById(fields, sort)?.sort, descending, config).map(({ id }) => id);
}

/** Gives columns with an order of their own that order. It follows the view, and columns that have not changed keep their identity. */
export function columnSorter(sorts: Sorts, place: Place, fields: readonly Field[], config: Config): (columns: readonly Group[], view: Around) => readonly Group[] {
  let seen: readonly unknown[] = [];
  let last: readonly Group[] = [];
  return (columns, view) => {
    if (!columns.some(({ id }) => sorts[id])) return columns;
    const now = [columns, view.tickets, view.subscriptions, view.me];
    if (now.some((part, index) => part !== seen[index])) {
      const next = columns.map((column) => {
        const sort = sorts[column.id];
        if (!sort) return column;
        const ticketIds = inOrder(column, sort, place, fields, config, view);
        const known = last.find(({ id }) => id === column.id);
        return known && sameIds(known.ticketIds, ticketIds) ? known : { ...column, ticketIds };
      });
      last = next.length === last.length && next.every((column, index) => column === last[index]) ? last : next;
    }
    seen = now;
    return last;
  };
}
