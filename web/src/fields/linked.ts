import { t } from "@lingui/core/macro";
import { Link2 } from "lucide-react";
import { linksOf } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Link, Ticket } from "@/wire/generated";
import { optionsOf, onceForBoth, type Option } from "./options";
import type { Field } from "./field";
import type { Many } from "./value";

type Around = Pick<View, "links" | "tickets">;

/** Whether a link to `other` makes the ticket so. The node has the same rules (`domain/filter/linked.rs`). */
const ways: Readonly<Record<string, (link: Link, ticket: Ticket, other: Ticket) => boolean>> = {
  blocked: (link, ticket, other) => isOpen(link, ticket, other) && link.toTicketId === ticket.id,
  blocking: (link, ticket, other) => isOpen(link, ticket, other) && link.fromTicketId === ticket.id,
  dependency: ({ kind }) => kind === "blocks",
  duplicate: ({ kind }) => kind === "duplicates",
  related: ({ kind }) => kind === "relates",
};
const isOpen = ({ kind }: Link, ticket: Ticket, other: Ticket) => kind === "blocks" && !ticket.completed && !other.completed;

function waysOf({ links, tickets }: Around, id: string): readonly string[] {
  const ticket = tickets[id];
  if (!ticket) return nothing;
  const around = linksOf({ links }, id).flatMap((link) => {
    const other = tickets[link.fromTicketId === id ? link.toTicketId : link.fromTicketId];
    return other && other.trashedAt === null ? [{ link, other }] : [];
  });
  return around.length === 0 ? nothing : Object.keys(ways).filter((way) => around.some(({ link, other }) => ways[way]?.(link, ticket, other)));
}
const nothing: readonly string[] = [];

const names = {
  get blocked() {
    return t`Blocked`;
  },
  get blocking() {
    return t`Blocking`;
  },
  get dependency() {
    return t`Dependency`;
  },
  get duplicate() {
    return t`Duplicate`;
  },
  get related() {
    return t`Related`;
  },
};
const options: readonly Option[] = (Object.keys(names) as (keyof typeof names)[]).map((id) => ({
  id,
  get name() {
    return names[id];
  },
}));

const value: Many = {
  kind: "many",
  options: { ...optionsOf(() => options), fixed: (id) => Object.hasOwn(names, id) },
  none: { name: () => t`No linked tasks` },
  shown: "first",
  fixed: true,
  read: () => nothing,
  write: () => ({}),
  among: ({ links = noLinks, tickets = noTickets }) => among(links, tickets),
};
const noLinks: View["links"] = {};
const noTickets: View["tickets"] = {};
const among = onceForBoth((links: View["links"], tickets: View["tickets"]): Many => ({ ...value, read: ({ id }) => waysOf({ links, tickets }, id) }));

/** How the ticket is linked to tickets that the person sees. Only filters ask for it. */
export const linked: Field = {
  id: "linked",
  key: "linked",
  word: "linked",
  name: () => t`Linked tasks`,
  noun: () => t`linked tasks`,
  value,
  filter: { order: 70, noun: () => t`link`, icon: Link2 },
};
