import type { Ticket } from "@/wire/generated";
import type { Field } from "../field";
import { NONE, type Config, type NoneOption, type Option } from "../options";
import { isChoice } from "../value";

/** Tickets that share a value. The group's id is the id of the option, or NONE. */
export interface Group {
  id: string;
  ticketIds: readonly string[];
}

/** Cuts sorted tickets into groups, one for each option of the field; without a field there is one group. A ticket with two of the options is in both groups. */
export function grouped(tickets: readonly Ticket[], by: Field | undefined, config: Config): Group[] {
  if (!by || !isChoice(by.value)) return [{ id: NONE, ticketIds: tickets.map(({ id }) => id) }];
  const { value } = by;
  const byOption = new Map<string, string[]>();
  const put = (option: string, ticketId: string) => {
    const ids = byOption.get(option);
    if (ids) ids.push(ticketId);
    else byOption.set(option, [ticketId]);
  };
  for (const ticket of tickets) {
    if (value.kind === "one") {
      put(value.read(ticket) ?? NONE, ticket.id);
      continue;
    }
    const own = value.read(ticket);
    if (own.length === 0) put(NONE, ticket.id);
    for (const option of own) put(option, ticket.id);
  }
  const order = value.options.all(config).map(({ id }) => id);
  if (value.none) order.push(NONE);
  // An option that is gone (a person who left) still has a group for its tickets.
  const strays = [...byOption.keys()].filter((option) => !order.includes(option));
  return [...order, ...strays].map((id) => ({ id, ticketIds: byOption.get(id) ?? [] }));
}

/** The option that a group stands for, or the words for tickets without a value or with an option that is gone; undefined if the place is not grouped. */
export function headOf(by: Field | undefined, groupId: string, config: Config): Option | NoneOption | undefined {
  if (!by || !isChoice(by.value)) return undefined;
  const { options, none } = by.value;
  return options.find(config, groupId) ?? (groupId === NONE ? none : options.stray);
}
