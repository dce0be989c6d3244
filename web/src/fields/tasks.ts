import { t } from "@lingui/core/macro";
import { homeIn } from "@/sync/homes";
import { mayName } from "@/sync/kinds/ticket/homes";
import { ticketByKey, ticketKey } from "@/sync/selectors";
import type { Ticket, Workspace } from "@/wire/generated";
import { onceForBoth, type Option, type Options } from "./options";

/** A ticket as an option: its key and its title. */
export const taskOption = onceForBoth((ticket: Ticket, workspace: Workspace): Option => {
  const key = ticketKey({ workspace }, ticket);
  return { id: ticket.id, name: key === null ? ticket.title : `${key} ${ticket.title}`, ...(key !== null && { code: key }) };
});

/** The same array for every reader. */
const none: readonly Option[] = [];

const nobody: ReadonlySet<string> = new Set();

/** The tickets of the workspace as options. They are too many for a list, so that a picker searches them. */
export const tasks: Options = {
  all: () => none,
  find({ workspace, tickets = {} }, id) {
    const ticket = Object.hasOwn(tickets, id) ? tickets[id] : undefined;
    return ticket && workspace ? taskOption(ticket, workspace) : undefined;
  },
  // The search is not part of the first load.
  async search(state, typed) {
    const { findTickets } = await import("./findTickets");
    const { workspace } = state;
    return workspace ? findTickets(state, typed, nobody).map((ticket) => taskOption(ticket, workspace)) : [];
  },
  read({ workspace, tickets = {} }, text) {
    const [key = ""] = text.trim().split(/\s/);
    return ticketByKey({ workspace, tickets }, key)?.id;
  },
  fits(state, ticket, id) {
    const other = state.tickets[id];
    return other !== undefined && id !== ticket.id && mayName(homeIn(state, ticket), homeIn(state, other));
  },
  gone: () => t`a deleted task`,
  stray: { name: () => t`Deleted task` },
};
