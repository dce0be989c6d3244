import type { Group } from "@/fields/arrange/group";
import { grouped } from "@/fields/arrange/group";
import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { isChoice } from "@/fields/value";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";

/** The lane of a board without lanes. */
export const ALL = "all";

/** The cards of one column in one lane. */
export interface Cell {
  columnId: string;
  laneId: string;
  ticketIds: readonly string[];
}

/** A row of the board: a cell for each column. */
export interface Lane {
  id: string;
  cells: readonly Cell[];
  /** The number of its tickets. A ticket that is in two columns counts once. */
  count: number;
}

type Around = Config & Pick<View, "tickets">;

const sizeOf = (cells: readonly Cell[]): number => new Set(cells.flatMap(({ ticketIds }) => ticketIds)).size;

/** Cuts the columns of a board into lanes, one for each option of the field; without a field there is one lane. */
export function lanesOf(columns: readonly Group[], by: Field | undefined, view: Around): Lane[] {
  if (!by) {
    const cells = columns.map(({ id, ticketIds }): Cell => ({ columnId: id, laneId: ALL, ticketIds }));
    return [{ id: ALL, cells, count: sizeOf(cells) }];
  }
  const cut = columns.map(({ id, ticketIds }) => {
    const tickets = ticketIds.flatMap((ticketId): Ticket[] => (view.tickets[ticketId] ? [view.tickets[ticketId]] : []));
    return { columnId: id, groups: new Map(grouped(tickets, by, view).map((group) => [group.id, group.ticketIds])) };
  });
  const ids = new Set([...grouped([], by, view).map(({ id }) => id), ...cut.flatMap(({ groups }) => [...groups.keys()])]);
  return [...ids].map((id) => {
    const cells = cut.map(({ columnId, groups }): Cell => ({ columnId, laneId: id, ticketIds: groups.get(id) ?? none }));
    return { id, cells, count: sizeOf(cells) };
  });
}

const none: readonly string[] = [];

export const sameIds = (a: readonly string[], b: readonly string[]) => a === b || (a.length === b.length && a.every((id, index) => id === b[index]));

/** Returns the new lanes, with the earlier objects for all lanes and cells that have not changed. */
export function keepSame(before: readonly Lane[], now: readonly Lane[]): readonly Lane[] {
  const lanes = now.map((lane) => {
    const known = before.find(({ id }) => id === lane.id);
    const cells = lane.cells.map((cell) => {
      const same = known?.cells.find(({ columnId }) => columnId === cell.columnId);
      return same && sameIds(same.ticketIds, cell.ticketIds) ? same : cell;
    });
    return known && cells.length === known.cells.length && cells.every((cell, index) => cell === known.cells[index]) ? known : { ...lane, cells };
  });
  return lanes.length === before.length && lanes.every((lane, index) => lane === before[index]) ? before : lanes;
}

/** The lanes of columns, which follow the view. They are computed for each new table of tickets or options, and unchanged parts keep their identity. */
export function laner(by: Field | undefined): (columns: readonly Group[], view: Around) => readonly Lane[] {
  let seen: readonly unknown[] = [];
  let last: readonly Lane[] = [];
  return (columns, view) => {
    const now = [columns, by && view.tickets, by && isChoice(by.value) && by.value.options.all(view)];
    if (now.some((part, index) => part !== seen[index]) || seen.length === 0) last = keepSame(last, lanesOf(columns, by, view));
    seen = now;
    return last;
  };
}

/** All tickets, lane by lane and column by column. A ticket in two cells is named once. */
export const orderOf = (lanes: readonly Lane[]): readonly string[] => [...new Set(lanes.flatMap(({ cells }) => cells.flatMap(({ ticketIds }) => ticketIds)))];

/** The position of a card. */
export interface Spot {
  columnId: string;
  laneId: string;
  ticketId: string;
}

/** The cell of a card: the named cell if it holds the card, or else another cell that does. */
export function cellOf(lanes: readonly Lane[], ticketId: string, at: Pick<Spot, "columnId" | "laneId"> | null): Cell | undefined {
  const holding = lanes.flatMap(({ cells }) => cells.filter(({ ticketIds }) => ticketIds.includes(ticketId)));
  return holding.find(({ columnId, laneId }) => columnId === at?.columnId && laneId === at.laneId) ?? holding[0];
}
