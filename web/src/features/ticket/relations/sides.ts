import { msg } from "@lingui/core/macro";
import type { LinkSide } from "@/actions/talk";
import type { Link, Ticket } from "@/wire/generated";
import type { Message } from "@/words/i18n";

/** A link, as seen from the open ticket. */
export interface SeenLink {
  link: Link;
  side: LinkSide;
  otherId: string;
}

export const sideNames: Record<LinkSide, Message> = {
  blockedBy: msg`Blocked by`,
  blocks: msg`Blocks`,
  relates: msg`Relates to`,
  duplicates: msg`Duplicate of`,
  duplicatedBy: msg`Duplicated by`,
};

export const sides = Object.keys(sideNames) as LinkSide[];

function sideOf({ kind, fromTicketId }: Link, ticketId: string): LinkSide {
  const from = fromTicketId === ticketId;
  switch (kind) {
    case "blocks":
      return from ? "blocks" : "blockedBy";
    case "duplicates":
      return from ? "duplicates" : "duplicatedBy";
    case "relates":
    default:
      // A kind of link that only a later version knows. "Relates" is true of every kind.
      return "relates";
  }
}

/** The links of a ticket, blocking tickets first. Links to tickets that the person may not see are left out. */
export function seenLinks(links: readonly Link[], ticketId: string, tickets: Readonly<Record<string, Ticket>>): SeenLink[] {
  return links
    .map((link) => ({
      link,
      side: sideOf(link, ticketId),
      otherId: link.fromTicketId === ticketId ? link.toTicketId : link.fromTicketId,
    }))
    .filter(({ otherId }) => tickets[otherId] !== undefined)
    .toSorted((a, b) => sides.indexOf(a.side) - sides.indexOf(b.side) || (a.link.createdAt < b.link.createdAt ? -1 : 1));
}
