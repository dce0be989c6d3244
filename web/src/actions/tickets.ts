import { plural, t } from "@lingui/core/macro";
import { NONE } from "@/fields/options";
import type { Choice, DateValue, EntryValue, Many, One } from "@/fields/value";
import { lists } from "@/fields/lists";
import { leftFor } from "@/sync/homes";
import { dispatch, dispatchAll, newId, useTroupe } from "@/sync/store";
import type { Answer } from "@/sync/types";
import type { Command, TicketCreate, Ticket, TicketPatch } from "@/wire/generated";
import { inLines } from "./inLines";
import { sendAsking } from "./moving";
import { offerUndo } from "./offerUndo";

/** The most tickets that one command may change. More tickets take several commands, which are one undo step. */
const atOnce = 700;

export function chunks<T>(items: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let start = 0; start < items.length; start += atOnce) parts.push(items.slice(start, start + atOnce));
  return parts;
}

export type Answers = Promise<Answer[]>;
export const nothing: Answers = Promise.resolve([]);

/** Creates a ticket, with what is `below` it in the same undo step, and returns its id at once, so that it can be opened before the node has the command. */
export function createTicket(ticket: Omit<TicketCreate, "ticketId">, below: (ticketId: string) => Command[] = () => []): { ticketId: string; answers: Answers } {
  const ticketId = newId();
  const command: Command = { kind: "ticket.create", ticketId, ...reporter(), ...ticket };
  return { ticketId, answers: dispatchAll([command, ...below(ticketId)], { label: t`creating a task` }) };
}

/** The reporter of a new ticket is its creator, unless the form says otherwise. */
export function reporter(): Pick<TicketCreate, "reportBy"> {
  const { me } = useTroupe.getState();
  return me === null ? {} : { reportBy: me };
}

/** Creates several tickets as one undo step. */
export function createTickets(tickets: readonly Omit<TicketCreate, "ticketId">[]): Answers {
  const commands = tickets.map((ticket): Command => ({ kind: "ticket.create", ticketId: newId(), ...ticket }));
  return dispatchAll(commands, { label: plural(commands.length, { one: "creating a task", other: "creating # tasks" }) });
}

/** If several tickets change, some may be out of sight, so a toast offers to undo the change. A single ticket needs no toast. */
const tellOf =
  ({ length }: readonly unknown[]) =>
  (): void => {
    if (length > 1) offerUndo("changed", length);
  };

/** Makes the same change to one ticket or many, as one undo step. */
export function updateTickets(ticketIds: readonly string[], patch: TicketPatch, label?: string): Answers {
  return sendAsking(patchCommands(ticketIds, patch), label ? { label } : {}, tellOf(ticketIds));
}

export function patchCommands(ticketIds: readonly string[], patch: TicketPatch): Command[] {
  const [only] = ticketIds;
  if (ticketIds.length === 1 && only !== undefined) return [{ kind: "ticket.update", ticketId: only, patch }];
  return chunks(ticketIds).map((ids) => ({ kind: "tickets.update", ticketIds: ids, patch }));
}

/** Turns patches into commands. Equal patches become one command. */
export function commandsFor(changes: readonly { ticketId: string; patch: TicketPatch }[]): Command[] {
  const alike = new Map<string, { ids: string[]; patch: TicketPatch }>();
  for (const { ticketId, patch } of changes) {
    const key = JSON.stringify(patch);
    const known = alike.get(key);
    if (known) known.ids.push(ticketId);
    else alike.set(key, { ids: [ticketId], patch });
  }
  return [...alike.values()].flatMap(({ ids, patch }) => patchCommands(ids, patch));
}

/** Changes each ticket in its own way, as one undo step. `sent` is called once the changes are on their way. */
export const changeTickets = (changes: readonly { ticketId: string; patch: TicketPatch }[], label: string, sent?: () => void): Answers =>
  sendAsking(commandsFor(changes), { label }, sent);

export const setTitle = (ticketId: string, title: string): Answers => updateTickets([ticketId], { title });
export const setStatus = (ticketIds: readonly string[], statusId: string): Answers =>
  updateTickets(ticketIds, { statusId });

/** Sets a field with one value on one ticket or many; null empties it. */
export const setValue = (ticketIds: readonly string[], value: One | DateValue | EntryValue, to: string | null): Answers =>
  updateTickets(ticketIds, value.write(to));

/** Adds to and removes from a field with several values; the node merges the change with what others do at the same time. */
export function changeSet(ticketIds: readonly string[], value: Many, change: { add?: string[]; remove?: string[] }): Answers {
  return updateTickets(ticketIds, value.write({ add: change.add ?? [], remove: change.remove ?? [] }));
}

/** Adds an option if any of the tickets lacks it, and removes it from all otherwise. */
export function toggleInSet(tickets: readonly Ticket[], value: Many, id: string): Answers {
  const ids = tickets.map((ticket) => ticket.id);
  const everywhere = tickets.every((ticket) => value.read(ticket).includes(id));
  if (value === lists.value && !everywhere) return changeTickets(joinsOf(tickets, id), t`moving to a list`, tellOf(tickets));
  return changeSet(ids, value, everywhere ? { remove: [id] } : { add: [id] });
}

/** The patches that bring tickets into a list. A ticket of a restricted list is in no other list, so it leaves those. */
function joinsOf(tickets: readonly Ticket[], listId: string): { ticketId: string; patch: TicketPatch }[] {
  const view = useTroupe.getState();
  return tickets
    .filter((ticket) => !lists.value.read(ticket).includes(listId))
    .map((ticket) => ({ ticketId: ticket.id, patch: { lists: { add: [listId], remove: leftFor(view, lists.value.read(ticket), listId) } } }));
}

/**
 * Applies a picked option to tickets: toggles it in a field with several values, and sets it in a field with one. NONE
 * empties the field.
 */
export function pickOption(tickets: readonly Ticket[], value: Choice, id: string): Answers {
  if (value.kind === "many") return toggleInSet(tickets, value, id);
  return setValue(
    tickets.map((ticket) => ticket.id),
    value,
    id === NONE ? null : id,
  );
}

/** Makes a new option of a field and adds it to tickets. */
export function addNewOption(ticketIds: readonly string[], value: Many, name: string): void {
  const id = newId();
  const command = value.options.create?.command(id, name);
  if (!command) return;
  void dispatch(command);
  void changeSet(ticketIds, value, { add: [id] });
}

/** Deletes tickets in the trash permanently. This cannot be undone, so ask first. */
export function deleteTickets(ticketIds: readonly string[]): Answers {
  return dispatchAll(
    ticketIds.map((ticketId) => ({ kind: "ticket.delete", ticketId })),
    { undo: false },
  );
}

/**
 * The place that tickets are dropped at: behind `after` in the list, or first; and the change that this makes to each
 * of them.
 */
export interface Drop {
  /** Null if only the patches count: people cannot change the order that is shown. */
  place: { listId: string; after: string | null } | null;
  patchOf?: (ticket: Ticket) => TicketPatch | null;
}

/**
 * Splits a move into commands of the size of one event. Each further one goes behind the last ticket of the one before.
 */
function moveCommands(ticketIds: readonly string[], { listId, after }: NonNullable<Drop["place"]>): Command[] {
  const [only] = ticketIds;
  const behind = (id: string | null | undefined) => (id ? { after: id } : {});
  if (ticketIds.length === 1 && only !== undefined) return [{ kind: "ticket.move", ticketId: only, listId, ...behind(after) }];
  const parts = chunks(ticketIds);
  return parts.map((ids, at) => ({ kind: "tickets.move", ticketIds: ids, listId, ...behind(at === 0 ? after : parts[at - 1]?.at(-1)) }));
}

/** Moves one or several tickets, in their order, to a place in a list, and sets another status if asked to. */
export function moveTickets(tickets: readonly Ticket[], { place, patchOf }: Drop): Answers {
  const moves = place && tickets.length > 0 ? moveCommands(tickets.map(({ id }) => id), place) : [];
  const changes = tickets.flatMap((ticket) => {
    const patch = patchOf?.(ticket);
    return patch ? [{ ticketId: ticket.id, patch }] : [];
  });
  const commands = [...commandsFor(changes), ...moves];
  if (commands.length === 0) return nothing;
  return sendAsking(commands, { label: plural(tickets.length, { one: "moving a task", other: "moving # tasks" }) });
}

/** Creates a subtask with the values that its title names, if it was typed in a line that reads them. */
export function createSubtask(parent: Ticket, title: string): { ticketId: string; answers: Answers } {
  const listIds = parent.lists.map((place) => place.listId);
  const made = createTicket({ title, listIds, ...inLines.read?.(title), parentTicketId: parent.id, private: parent.private });
  inLines.wrote?.([made]);
  return made;
}

export const moveSubtask = (ticketId: string, after: string | null): Answers =>
  dispatchAll([{ kind: "subtask.move", ticketId, ...(after !== null && { after }) }]);
export const setParent = (ticketIds: readonly string[], parentTicketId: string | null): Answers =>
  updateTickets(ticketIds, { parentTicketId });
