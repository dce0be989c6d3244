import { create } from "zustand";
import { homeIn, restrictedLists, sees, type Sight, type TicketHome } from "@/sync/homes";
import { fetchRules, haveAllRules } from "@/sync/kinds/kinds";
import { membersInOrder } from "@/sync/selectors";
import { dispatchAll, preview, useTroupe } from "@/sync/store";
import { rowsOf } from "@/sync/tables/tableCopy";
import type { Answer, DispatchOptions, SyncState } from "@/sync/types";
import type { Command, Member } from "@/wire/generated";

type Rows = Sight & Pick<SyncState, "tickets">;

/** What commands change for the people who see tickets. */
export interface Effect {
  /** The tickets that come to another home, subtasks included. */
  ticketIds: readonly string[];
  /** The homes that the tickets come to. */
  to: ReadonlySet<TicketHome>;
  /** The people who see a ticket that they have not seen. */
  gain: readonly Member[];
  /** The people who no longer see a ticket. */
  lose: readonly Member[];
  /** The people who are assigned to a ticket that they no longer see. */
  unassigned: readonly Member[];
  /** The ids of the attributes whose values a ticket loses. */
  lost: ReadonlySet<string>;
}

/** Compares the rows before and after commands. The person who sends them does not count. */
export function effectOf(before: Rows, after: Rows): Effect {
  const pairs = new Map<string, { from: TicketHome; to: TicketHome }>();
  const ticketIds: string[] = [];
  const unassigned = new Set<string>();
  const lost = new Set<string>();
  for (const ticket of rowsOf(after.tickets)) {
    const was = before.tickets[ticket.id];
    if (!was || was === ticket) continue;
    const [from, to] = [homeIn(before, was), homeIn(after, ticket)];
    if (from === to) continue;
    ticketIds.push(ticket.id);
    pairs.set(`${from} ${to}`, { from, to });
    for (const id of Object.keys(was.fields ?? {})) if (ticket.fields?.[id] === undefined) lost.add(id);
    for (const id of was.assigneesIds) if (!sees(after, id, to)) unassigned.add(id);
  }
  const others = membersInOrder(before).filter(({ id, state }) => state === "active" && id !== before.me);
  const changed = (test: (id: string, from: TicketHome, to: TicketHome) => boolean) =>
    others.filter(({ id }) => [...pairs.values()].some(({ from, to }) => test(id, from, to)));
  return {
    ticketIds,
    to: new Set([...pairs.values()].map(({ to }) => to)),
    gain: changed((id, from, to) => !sees(before, id, from) && sees(after, id, to)),
    lose: changed((id, from, to) => sees(before, id, from) && !sees(after, id, to)),
    unassigned: membersInOrder(before).filter(({ id }) => unassigned.has(id)),
    lost,
  };
}

/** What these commands would change at this moment. Call this after `fetchRules`. If the rules could not be fetched, the effect may be incomplete. */
export function effectNow(commands: readonly Command[]): Effect | null {
  const before = useTroupe.getState();
  const after = preview(commands);
  return after && effectOf(before, { ...after, me: before.me });
}

/** True if the person must confirm the move: other people gain or lose access to tickets or are unassigned, or values are lost. */
export const isWorthAsking = ({ gain, lose, unassigned, lost }: Effect): boolean => gain.length + lose.length + unassigned.length + lost.size > 0;

/** The question whether tickets shall move, while it is open. */
export interface Asking {
  effect: Effect;
  answer(yes: boolean): void;
}

export const useMoving = create<{ asking: Asking | null }>(() => ({ asking: null }));

/** Cheap test: only these commands bring a ticket to another home, and only private tickets and restricted lists are other homes. */
function mayMoveHome(command: Command): boolean {
  const restricted = restrictedLists(useTroupe.getState()).size > 0;
  if (command.kind === "ticket.move" || command.kind === "tickets.move") return restricted;
  if (command.kind !== "ticket.update" && command.kind !== "tickets.update") return false;
  return command.patch.private !== undefined || (restricted && command.patch.lists !== undefined);
}

function asked(effect: Effect): Promise<boolean> {
  useMoving.getState().asking?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useMoving.setState({ asking: null });
      resolve(yes);
    };
    useMoving.setState({ asking: { effect, answer } });
  });
}

/**
 * Sends commands as one undo step. If other people gain or lose access to tickets, or values are lost, the person confirms first. `sent` is
 * called as soon as the commands are on their way. Without consent, nothing is sent, and the result is empty.
 */
export async function sendAsking(commands: Command[], options: DispatchOptions, sent?: () => void): Promise<Answer[]> {
  const go = () => {
    const answers = dispatchAll(commands, options);
    sent?.();
    return answers;
  };
  if (!commands.some(mayMoveHome)) return go();
  if (!haveAllRules()) await fetchRules();
  const effect = effectNow(commands);
  return !effect || !isWorthAsking(effect) || (await asked(effect)) ? go() : [];
}
