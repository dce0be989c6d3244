import { staysPut, ticketAbove } from "@/actions/drop";
import type { Group } from "@/fields/arrange/group";
import type { Field } from "@/fields/field";
import type { Config } from "@/fields/options";
import { isChoice, patchTo } from "@/fields/value";
import { patchBetween } from "@/fields/patchBetween";
import { today } from "@/lib/plainDate";
import type { Ticket, TicketPatch } from "@/wire/generated";
import type { Line } from "./lines";

/**
 * The place of a drop: in a group, in front of the ticket at `index`, and the line whose upper edge shows the place.
 */
export interface Slot {
  groupId: string;
  index: number;
  edge: number;
  /** The new parent of the dropped tickets, and their level in the tree; absent if they keep their parents. */
  under?: { parentId: string | null; level: number };
}

/** The slot at a height in the sheet, in lines and parts of a line. */
export function slotAt(lines: readonly Line[], height: number): Slot | null {
  const at = Math.min(Math.max(Math.floor(height), 0), lines.length - 1);
  const line = lines[at];
  if (!line) return null;
  const { groupId } = line;
  const below = line.kind === "ticket" ? height - at >= 0.5 : line.kind === "group" || (line.kind === "new" && line.first);
  const edge = below ? at + 1 : at;
  return { groupId, edge, index: ticketsBefore(lines, groupId, edge) };
}

/** The number of tickets of a group above a line. */
function ticketsBefore(lines: readonly Line[], groupId: string, edge: number): number {
  let count = 0;
  for (let at = edge - 1; at >= 0 && lines[at]?.groupId === groupId; at -= 1) if (lines[at]?.kind === "ticket") count += 1;
  return count;
}

/** One step of a row by key, which goes on to the next group at the end of its own. Null at the ends of the sheet. */
export function stepped(lines: readonly Line[], at: number, step: 1 | -1): Slot | null {
  const line = lines[at];
  if (line?.kind !== "ticket") return null;
  const next = lines[at + step];
  const index = ticketsBefore(lines, line.groupId, at);
  if (next?.kind === "ticket" && next.groupId === line.groupId)
    return { groupId: line.groupId, index: step > 0 ? index + 2 : index - 1, edge: step > 0 ? at + 2 : at - 1 };
  for (let to = at + step; to >= 0 && to < lines.length; to += step) {
    const other = lines[to];
    if (!other || other.groupId === line.groupId) continue;
    const { groupId } = other;
    const edge = step > 0 ? to + 1 : to;
    return { groupId, edge, index: step > 0 ? 0 : ticketsBefore(lines, groupId, to + 1) };
  }
  return null;
}

interface Dropped {
  inHand: readonly { ticket: Ticket; from: string }[];
  slot: Slot;
  groups: readonly Group[];
  /** The field that the sheet is grouped by, if any. */
  by: Field | undefined;
  config: Config;
  /** True if the place has an order of its own, and shows it. */
  ordered: boolean;
}

/** The result of a drop: patches by ticket and, if the order can be changed, the ticket to go behind. */
export interface Outcome {
  patches: ReadonlyMap<string, TicketPatch>;
  move: { after: string | null } | null;
}

/** The patch for a ticket that goes from one group to another; null if it has the value already, or cannot have it. */
function patchInto({ value, group }: Field, ticket: Ticket, from: string, to: string, config: Config): TicketPatch | null {
  if (isChoice(value)) return patchBetween(value, ticket, from, to, config);
  const day = from === to ? undefined : group?.periods?.day(to, today());
  if (value.kind !== "date" || day === undefined) return null;
  const [least, most] = [value.min?.(ticket), value.max?.(ticket)];
  const fits = day === null || !((least && day < least) || (most && day > most));
  return fits ? patchTo(value, ticket, day === null ? [] : [day]) : null;
}

export function outcomeOf({ inHand, slot, groups, by, config, ordered }: Dropped): Outcome {
  const patches = new Map<string, TicketPatch>();
  for (const { ticket, from } of inHand) {
    const patch = by ? patchInto(by, ticket, from, slot.groupId, config) : null;
    if (patch) patches.set(ticket.id, patch);
  }
  const ids = inHand.map(({ ticket }) => ticket.id);
  const group = groups.find(({ id }) => id === slot.groupId)?.ticketIds ?? [];
  const after = ticketAbove(group, slot.index, new Set(ids));
  // A ticket that leaves the list of the page has no place in its order.
  const leaves = [...patches.values()].some(({ lists }) => lists !== undefined);
  const stays = !ordered || leaves || (patches.size === 0 && staysPut(ids, group, after));
  return { patches, move: stays ? null : { after } };
}
