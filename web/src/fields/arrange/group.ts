import { today, type PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import type { Field } from "../field";
import { NONE, type Config, type NoneOption, type Option } from "../options";
import { DONE, type Period } from "../periods";
import { isChoice } from "../value";

/** Tickets that share a value. The group's id is the id of the option or of the period, or NONE. */
export interface Group {
  id: string;
  ticketIds: readonly string[];
}

const nowhere: readonly string[] = [NONE];

/** The function that names the groups of a ticket; null if the field makes no groups. */
function groupsBy({ value, group }: Field, now: PlainDate): ((ticket: Ticket) => readonly string[]) | null {
  const periods = group?.periods;
  if (periods) return (ticket) => [periods.of(ticket, now)];
  if (value.kind === "one") return (ticket) => [value.read(ticket) ?? NONE];
  if (value.kind !== "many") return null;
  return (ticket) => {
    const own = value.read(ticket);
    return own.length === 0 ? nowhere : own;
  };
}

/** The ids of the groups of a field in their order. Options that no longer exist are not among them. */
function orderOf({ value, group }: Field, config: Config): string[] {
  const options = group?.periods?.all ?? (isChoice(value) ? value.options.all(config) : []);
  const none = group?.periods?.none ?? (isChoice(value) ? value.none : undefined);
  return [...options.map(({ id }) => id), ...(none ? [NONE] : [])];
}

/**
 * Cuts sorted tickets into groups, one for each option or period of the field; without a field there is one group. A
 * ticket with two of the options is in both groups.
 */
export function grouped(tickets: readonly Ticket[], by: Field | undefined, config: Config, now: PlainDate = today()): Group[] {
  const groupsOf = by && groupsBy(by, now);
  if (!groupsOf) return [{ id: NONE, ticketIds: tickets.map(({ id }) => id) }];
  const byOption = new Map<string, string[]>();
  for (const ticket of tickets)
    for (const option of groupsOf(ticket)) {
      const ids = byOption.get(option);
      if (ids) ids.push(ticket.id);
      else byOption.set(option, [ticket.id]);
    }
  const order = orderOf(by, config);
  // An option that is gone (a person who left) still has a group for its tickets.
  const strays = [...byOption.keys()].filter((option) => !order.includes(option));
  return [...order, ...strays].map((id) => ({ id, ticketIds: byOption.get(id) ?? [] }));
}

/**
 * The option or the period that a group stands for, or the words for tickets without a value or with an option that is
 * gone; undefined if the place is not grouped.
 */
export function headOf(by: Field | undefined, groupId: string, config: Config): Option | NoneOption | Period | undefined {
  const periods = by?.group?.periods;
  if (periods) return periods.all.find(({ id }) => id === groupId) ?? (groupId === DONE && periods.done ? periods.done : periods.none);
  if (!by || !isChoice(by.value)) return undefined;
  const { options, none } = by.value;
  return options.find(config, groupId) ?? (groupId === NONE ? none : options.stray);
}
