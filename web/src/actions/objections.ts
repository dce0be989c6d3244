import { blockedBy, blockersOf } from "@/fields/schedule/loop";
import { homeIn } from "@/sync/homes";
import { mayLink } from "@/sync/kinds/ticket/home";
import { linksOf } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import type { LinkSide } from "./talk";

type Known = Pick<View, "tickets" | "links" | "shares">;

/** Why the node would refuse a ticket here. `home`: other people see it. */
export type Objection = "loop" | "linked" | "private" | "home" | "deep";

/** How deep subtasks may nest: the same number as in `actors/src/domain/limits.rs`. */
export const deepest = 50;

type Family = Pick<View, "tickets">;

/** How many levels a ticket stands below the top of its tree. Above the limit the exact number does not matter. */
function levelOf(view: Family, id: string): number {
  let level = 0;
  for (let above = view.tickets[id]?.parentTicketId; above && level <= deepest; above = view.tickets[above]?.parentTicketId) level += 1;
  return level;
}

/** True if the ticket stands so deep that it may have no subtasks. */
export const isDeepest = (view: Family, id: string): boolean => levelOf(view, id) >= deepest;

function isLinked(view: Known, ticketId: string, side: LinkSide, otherId: string): boolean {
  const turned = side === "blockedBy" || side === "duplicatedBy";
  const wanted = side === "relates" ? "relates" : side.startsWith("block") ? "blocks" : "duplicates";
  const [from, to] = turned ? [otherId, ticketId] : [ticketId, otherId];
  return linksOf(view, ticketId).some(({ kind, fromTicketId, toTicketId }) => {
    const direct = fromTicketId === from && toTicketId === to;
    const reverse = fromTicketId === to && toTicketId === from;
    return kind === wanted && (direct || (kind === "relates" && reverse));
  });
}

/** Returns a function that tells why a ticket may not be linked to another one, by the rules of the node. */
export function linkObjections(view: Known, ticket: Ticket, side: LinkSide): (other: Ticket) => Objection | null {
  const round = side === "blocks" ? blockersOf(view, ticket.id) : side === "blockedBy" ? blockedBy(view, ticket.id) : null;
  const home = homeIn(view, ticket);
  const kind = side.startsWith("block") ? "blocks" : side;
  return (other) => {
    if (other.private !== ticket.private) return "private";
    if (!mayLink(kind, home, homeIn(view, other))) return "home";
    if (isLinked(view, ticket.id, side, other.id)) return "linked";
    return round?.has(other.id) ? "loop" : null;
  };
}

/** Returns a function that tells why a ticket may not be the parent. The ticket brings its own subtasks along. */
export function parentObjections(view: Family & Pick<View, "shares">, ticket: Ticket): (other: Ticket) => Objection | null {
  const below = new Set([ticket.id]);
  let levels = -1;
  for (let level = [ticket.id]; level.length > 0; levels += 1) {
    level = level.flatMap((id) => view.tickets[id]?.subtasksOrder ?? []).filter((id) => !below.has(id));
    for (const id of level) below.add(id);
  }
  const home = homeIn(view, ticket);
  return (other) => {
    if (other.private !== ticket.private) return "private";
    if (homeIn(view, other) !== home) return "home";
    if (below.has(other.id)) return "loop";
    return levelOf(view, other.id) + 1 + levels > deepest ? "deep" : null;
  };
}
