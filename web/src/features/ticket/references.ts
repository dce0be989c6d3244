import { ticketByKey } from "@/sync/selectors";
import type { View } from "@/sync/types";
import type { Reference } from "@/ui/markdownText";

/** The target of a reference in a text. */
export type Named = { is: "ticket"; id: string } | { is: "member"; id: string } | null;

/** Finds the target of a reference: `#12`, `KEY-12` and `ticket:<id>` name tickets, `@ana` names a member. */
export function lookUpReference(view: Pick<View, "tickets" | "workspace" | "members">, reference: Reference): Named {
  switch (reference.kind) {
    case "ticketId":
      return view.tickets[reference.id] ? { is: "ticket", id: reference.id } : null;
    case "ticket": {
      const { key, number } = reference;
      const ticket = ticketByKey(view, key === null ? String(number) : `${key}-${number}`);
      return ticket && { is: "ticket", id: ticket.id };
    }
    case "mention": {
      const name = reference.name.toLowerCase();
      const member = Object.values(view.members).find(({ username }) => username.toLowerCase() === name);
      return member ? { is: "member", id: member.id } : null;
    }
  }
}
