import { carriedIds, carrying } from "@/actions/drop";
import type { PlainDate } from "@/lib/plainDate";
import { useTroupe } from "@/sync/store";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { distance, moved, resized, type Edge } from "./move";
import { spanOf, type Span } from "./spans";

/** What a drag on the calendar carries: whole tasks, grabbed on a day or from the tray, or one end of a task. */
export type Carried = { is: "tasks"; ids: readonly string[]; grabbed: PlainDate | null } | { is: "edge"; ids: readonly string[]; edge: Edge };

type Data = Record<string | symbol, unknown>;

/** The data of a drag of tasks. Lists in the sidebar take them, too. */
export const tasksData = (ids: readonly string[], grabbed: PlainDate | null): Record<string, unknown> => ({ ...carrying(ids), grabbed });

/** The data of a drag of the start or the end of a task. */
export const edgeData = (ticketId: string, edge: Edge): Record<string, unknown> => ({ kind: "edge", ticketId, edge });

/** Reads the data of a drag; null if the drag carries something else. */
export function carriedIn(data: Data): Carried | null {
  if (data.kind === "edge") return { is: "edge", ids: [data.ticketId as string], edge: data.edge as Edge };
  const ids = carriedIds(data);
  return ids === null ? null : { is: "tasks", ids, grabbed: (data.grabbed as PlainDate | undefined) ?? null };
}

/** The change that a drop on a day makes to a task. */
const patchFor = (carried: Carried, ticket: Ticket, day: PlainDate): TicketPatch | null =>
  carried.is === "edge" ? resized(ticket, carried.edge, day) : moved(ticket, distance(carried.grabbed, day), day);

/** The changes that a drop on a day makes. */
export function changesOf(carried: Carried, day: PlainDate, tickets: Readonly<Record<string, Ticket | undefined>>): { ticketId: string; patch: TicketPatch }[] {
  return carried.ids.flatMap((ticketId) => {
    const ticket = tickets[ticketId];
    const patch = ticket && !ticket.trashedAt ? patchFor(carried, ticket, day) : null;
    return patch ? [{ ticketId, patch }] : [];
  });
}

/** The days that the first of the carried tasks will have after a drop on a day. */
export function landing(carried: Carried, day: PlainDate, tickets: Readonly<Record<string, Ticket | undefined>>): Span | null {
  const ticket = tickets[carried.ids[0] ?? ""];
  if (!ticket) return null;
  const patch = patchFor(carried, ticket, day);
  return spanOf({ startDate: patch?.startDate === undefined ? ticket.startDate : patch.startDate, dueDate: patch?.dueDate === undefined ? ticket.dueDate : patch.dueDate });
}

/** The shown day under the pointer. Chips stand over days, and are looked through. */
export function dayAt(x: number, y: number): PlainDate | null {
  for (const element of document.elementsFromPoint(x, y)) {
    if (element instanceof HTMLElement && element.dataset.day !== undefined) return element.dataset.day;
  }
  return null;
}

export const ticketsNow = (): Readonly<Record<string, Ticket | undefined>> => useTroupe.getState().tickets;
