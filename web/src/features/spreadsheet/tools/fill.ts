import type { Field } from "@/fields/field";
import { idsOf, isPicked, mayBeEmpty, patchTo, type DateValue } from "@/fields/value";
import type { SyncState } from "@/sync/types";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { joinPatches } from "../joinPatches";

/** A field whose cells can be filled. */
export type FillColumn = Pick<Field, "value" | "has">;

export interface Filled {
  changes: { ticketId: string; patch: TicketPatch }[];
  /** Cells that take a new value, and cells that cannot take it. */
  cells: number;
  left: number;
}

/** The patch that gives a ticket the value of another; "same" if it has the value, "left" if it cannot take it. */
function patchFrom({ value, has }: FillColumn, state: SyncState, from: Ticket, to: Ticket): TicketPatch | "same" | "left" {
  if (!isPicked(value) || has?.(to.lists) === false) return "left";
  const wanted = idsOf(value, from);
  if (wanted.length === 0 && !mayBeEmpty(value)) return idsOf(value, to).length === 0 ? "same" : "left";
  if ((value.kind === "one" || value.kind === "many") && value.options.fits) {
    const { fits } = value.options;
    const own = idsOf(value, to);
    if (wanted.some((id) => !own.includes(id) && !fits(state, to, id))) return "left";
  }
  return patchTo(value, to, wanted) ?? "same";
}

/** True if a date fits the ticket. */
function isBetween(value: DateValue, ticket: Ticket): boolean {
  const day = value.read(ticket);
  const [least, most] = [value.min?.(ticket), value.max?.(ticket)];
  return day === null || !((least && day < least) || (most && day > most));
}

/** Copies the values of some columns from ticket to ticket. A cell that cannot take the value stays as it is. */
export function fill(state: SyncState, pairs: readonly { from: Ticket; to: Ticket }[], columns: readonly FillColumn[]): Filled {
  const filled: Filled = { changes: [], cells: 0, left: 0 };
  for (const { from, to } of pairs) {
    const patches: TicketPatch[] = [];
    const dates: { value: DateValue; patch: TicketPatch }[] = [];
    for (const column of columns) {
      const patch = patchFrom(column, state, from, to);
      if (patch === "left") filled.left += 1;
      else if (patch === "same") continue;
      else if (column.value.kind === "date") dates.push({ value: column.value, patch });
      else patches.push(patch);
    }
    // A start and a due date that are filled together are compared with each other, not with the dates before.
    const after = Object.assign({}, to, ...dates.map(({ patch }) => patch)) as Ticket;
    for (const { value, patch } of dates) {
      if (isBetween(value, after)) patches.push(patch);
      else filled.left += 1;
    }
    filled.cells += patches.length;
    if (patches.length > 0) filled.changes.push({ ticketId: to.id, patch: joinPatches(patches) });
  }
  return filled;
}
