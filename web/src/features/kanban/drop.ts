import { staysPut, ticketAbove } from "@/actions/drop";
import type { Field } from "@/fields/field";
import { NONE, type Config } from "@/fields/options";
import { isChoice, mayBeEmpty, type Choice } from "@/fields/value";
import { patchBetween } from "@/fields/patchBetween";
import type { SyncState } from "@/sync/types";
import type { Ticket, TicketPatch } from "@/wire/generated";
import type { Lane } from "./grid";

/** A column in a lane. */
export interface CellPlace {
  columnId: string;
  laneId: string;
}

/** The place of a drop: in a column, in front of the card at `index`. */
export interface Slot extends CellPlace {
  index: number;
}

/** A card that is dropped, and the cell that it comes from. */
export interface Carried {
  ticket: Ticket;
  from: CellPlace;
}

/** The fields that make the columns and the lanes of the board. */
export interface Axes {
  columns: Field | undefined;
  lanes: Field | undefined;
}

interface Stretch {
  start: number;
  size: number;
}

/** The index of the card below a height in a column: the height is behind every card whose middle is above it. */
export function indexAt(spots: readonly Stretch[], height: number): number {
  let index = 0;
  for (const { start, size } of spots) if (height > start + size / 2) index += 1;
  return index;
}

/** What a card changes on its way to a cell: for each field, the value that it leaves and the one that it gets. */
function* steps(from: CellPlace, to: CellPlace, { columns, lanes }: Axes): Generator<{ value: Choice; from: string; to: string }> {
  if (columns && isChoice(columns.value) && from.columnId !== to.columnId) yield { value: columns.value, from: from.columnId, to: to.columnId };
  if (lanes && isChoice(lanes.value) && from.laneId !== to.laneId) yield { value: lanes.value, from: from.laneId, to: to.laneId };
}

/** True if a ticket may get the option. A ticket may keep a person who has left or an archived version, but no ticket gets one. */
const isOffered = ({ options }: Choice, id: string, config: Config): boolean =>
  options.search ? options.find(config, id) !== undefined : (options.offered ?? options.all)(config).some((option) => option.id === id);

/** True if a person may give the ticket this value of the field. */
function mayGet(value: Choice, id: string, ticket: Ticket, state: SyncState): boolean {
  if (value.kind === "one" && value.fixed) return false;
  if (id === NONE) return mayBeEmpty(value);
  return isOffered(value, id, state) && (value.options.fits?.(state, ticket, id) ?? true);
}

/** True if a new ticket may have the value of a column. */
export function mayStart(by: Field | undefined, id: string, config: Config): boolean {
  if (!by || !isChoice(by.value) || id === NONE) return true;
  return by.value.start !== undefined && isOffered(by.value, id, config);
}

/** True if the cell takes these cards. */
export const takes = (carried: readonly Carried[], to: CellPlace, axes: Axes, state: SyncState): boolean =>
  carried.every(({ ticket, from }) => [...steps(from, to, axes)].every((step) => mayGet(step.value, step.to, ticket, state)));

/** How many of the carried cards a column does not hold yet. */
export function arriving(carried: readonly string[], column: readonly string[]): number {
  const there = new Set(column);
  return carried.filter((id) => !there.has(id)).length;
}

/** Joins two patches of one ticket. */
const both = (a: TicketPatch | null, b: TicketPatch | null): TicketPatch | null =>
  a && b ? { ...a, ...b, ...(a.fields && b.fields && { fields: { ...a.fields, ...b.fields } }) } : (a ?? b);

/** The result of a drop: patches by ticket and, if the order can be changed, the ticket to go behind. */
export interface Outcome {
  patches: ReadonlyMap<string, TicketPatch>;
  move: { after: string | null } | null;
}

interface Dropped {
  inHand: readonly Carried[];
  slot: Slot;
  /** The present cards of the target cell. */
  cell: readonly string[];
  axes: Axes;
  config: Config;
  /** True if cards keep the values that they come from, in fields with several values. */
  add: boolean;
  /** True if the place has an order of its own, and shows it. */
  ordered: boolean;
}

/** Decides whether a drop changes values, the place in the order, both, or nothing. */
export function outcomeOf({ inHand, slot, cell, axes, config, add, ordered }: Dropped): Outcome {
  const patches = new Map<string, TicketPatch>();
  for (const { ticket, from } of inHand) {
    const changes = [...steps(from, slot, axes)].map((step) => patchBetween(step.value, ticket, step.from, step.to, config, add));
    const patch = changes.reduce(both, null);
    if (patch) patches.set(ticket.id, patch);
  }
  const ids = inHand.map(({ ticket }) => ticket.id);
  const after = ticketAbove(cell, slot.index, new Set(ids));
  // A ticket that leaves the list of the page has no place in its order.
  const leaves = [...patches.values()].some(({ lists }) => lists !== undefined);
  const stays = !ordered || leaves || (patches.size === 0 && staysPut(ids, cell, after));
  return { patches, move: stays ? null : { after } };
}

/**
 * One step of carried cards by key: along the column and on to the next lane, or to the next column of the lane; null if
 * the cards cannot be moved further. `open` leaves out cells that do not take the cards.
 */
export function stepped(key: string, { columnId, laneId, index }: Slot, lanes: readonly Lane[], open: (cell: CellPlace) => boolean = () => true): Slot | null {
  const row = lanes.findIndex(({ id }) => id === laneId);
  const cells = lanes[row]?.cells ?? [];
  const at = cells.findIndex((cell) => cell.columnId === columnId);
  const here = cells[at];
  if (!here) return null;
  const count = here.ticketIds.length;
  if (key === "ArrowUp" && index > 0) return { columnId, laneId, index: index - 1 };
  if (key === "ArrowDown" && index < count) return { columnId, laneId, index: index + 1 };
  const forward = key === "ArrowDown" || key === "ArrowRight";
  const line = key === "ArrowUp" || key === "ArrowDown" ? lanes.flatMap((lane) => lane.cells.filter((cell) => cell.columnId === columnId)) : cells;
  const place = line.indexOf(here);
  const ahead = forward ? line.slice(place + 1) : line.slice(0, place).toReversed();
  const next = ahead.find(open);
  if (!next) return null;
  const end = next.ticketIds.length;
  const height = key === "ArrowUp" ? end : key === "ArrowDown" ? 0 : Math.min(index, end);
  return { columnId: next.columnId, laneId: next.laneId, index: height };
}
