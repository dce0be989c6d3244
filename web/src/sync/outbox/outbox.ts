import type { Command, Refusal, ScopeCursor } from "@/wire/generated";
import { touchesOf } from "../kinds/kinds";
import type { PendingMark, RefusedCommand, UnsentEdit } from "../types";

/**
 * An unsent, unanswered or refused command, or an acked one whose event has not arrived. An acked entry leaves the
 * outbox only when its event is in the replica: otherwise its effect would disappear for a moment (CM3).
 */
export interface Entry {
  readonly id: string;
  readonly command: Command;
  /** When the person made the edit: RFC 3339, by the node's clock. */
  readonly at: string;
  /** When the person made the edit: milliseconds by the machine's clock. */
  readonly since: number;
  readonly state: EntryState;
  /** True if the entry is in IndexedDB, or if this browser cannot store it. Only then it may be sent. */
  readonly stored: boolean;
}

export type EntryState =
  | { is: "waiting"; notBefore?: number }
  /** `refusalNotFinal`: an earlier command was deferred after this one had been sent, so a refusal is not final. */
  | { is: "sent"; at: number; refusalNotFinal?: boolean }
  | { is: "acked"; scope: string; epoch: string; seq: number }
  | { is: "refused"; error: Refusal };

/** The entries in the order in which the person made the edits. */
export type Outbox = readonly Entry[];

export function added(outbox: Outbox, entry: Entry): Outbox {
  return [...outbox, entry];
}

/** Adds the entries of a tab that has ended. All entries stay in the order in which they were made. */
export function adopted(outbox: Outbox, orphans: Outbox): Outbox {
  const known = new Set(outbox.map((entry) => entry.id));
  const fresh = orphans.filter((entry) => !known.has(entry.id));
  return fresh.length === 0 ? outbox : [...outbox, ...fresh].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

export function changedState(outbox: Outbox, id: string, state: EntryState): Outbox {
  return outbox.map((entry) => (entry.id === id ? { ...entry, state } : entry));
}

export function markStored(outbox: Outbox, ids: ReadonlySet<string>): Outbox {
  return outbox.map((entry) => (ids.has(entry.id) && !entry.stored ? { ...entry, stored: true } : entry));
}

export function without(outbox: Outbox, ids: ReadonlySet<string>): Outbox {
  return outbox.some((entry) => ids.has(entry.id)) ? outbox.filter((entry) => !ids.has(entry.id)) : outbox;
}

/** After a lost connection: unanswered commands will be sent again under the same ids (CM2). */
export function requeued(outbox: Outbox): Outbox {
  return outbox.map((entry) => (entry.state.is === "sent" ? { ...entry, state: { is: "waiting" } } : entry));
}

/**
 * The commands to send now, in order, at most `room`. A command that is not stored yet or must wait also blocks all
 * later commands, so that the order is kept.
 */
export function toSend(outbox: Outbox, room: number, now: number): Entry[] {
  const next: Entry[] = [];
  for (const entry of outbox) {
    if (next.length >= room) break;
    if (entry.state.is !== "waiting") continue;
    if (!entry.stored || (entry.state.notBefore ?? 0) > now) break;
    next.push(entry);
  }
  return next;
}

/** Refusals that are temporary. */
const passing = new Set(["rate_limited", "unavailable", "token_expired", "unauthenticated"]);
const defaultPauseMs = 1000;

/** Applies the node's refusal to an entry. */
export function refuse(outbox: Outbox, id: string, error: Refusal, now: number): Outbox {
  const index = outbox.findIndex((entry) => entry.id === id);
  const entry = outbox[index];
  if (!entry) return outbox;
  if (entry.state.is === "sent" && entry.state.refusalNotFinal) return changedState(outbox, id, { is: "waiting" });
  if (!passing.has(error.code)) return changedState(outbox, id, { is: "refused", error });
  const notBefore = now + (error.retryAfterMs ?? defaultPauseMs);
  return outbox.map((other, at) => {
    if (at === index) return { ...other, state: { is: "waiting", notBefore } };
    if (at > index && other.state.is === "sent") return { ...other, state: { ...other.state, refusalNotFinal: true } };
    return other;
  });
}

/** The node answers each command (CM1). After this time, the answer is considered lost. */
const answerMs = 30_000;

export function isOverdue(outbox: Outbox, now: number): boolean {
  return outbox.some(({ state }) => state.is === "sent" && now - state.at > answerMs);
}

/** The acked entries whose events are in the replica. `notFollowed` were acked in a scope that the page does not follow yet. */
export function settled(outbox: Outbox, cursors: Readonly<Record<string, ScopeCursor>>, notFollowed: ReadonlySet<string> = new Set()): Set<string> {
  const done = new Set<string>();
  for (const { id, state } of outbox) {
    if (state.is !== "acked") continue;
    const cursor = cursors[state.scope];
    // The event never arrives if the page no longer follows the scope. It will arrive if the page does not follow it yet.
    if (!cursor ? !notFollowed.has(id) : (state.epoch === "" || cursor.epoch === state.epoch) && cursor.seq >= state.seq) done.add(id);
  }
  return done;
}

/**
 * After a change of epoch (a restored backup), the node may have lost acked commands, so they are sent again. If the
 * node still has a command, it answers by the command's id and changes nothing.
 */
export function requeuedAfterEpochChange(outbox: Outbox, cursors: Readonly<Record<string, ScopeCursor>>): Outbox {
  return outbox.map((entry) => {
    if (entry.state.is !== "acked") return entry;
    const cursor = cursors[entry.state.scope];
    return !cursor || cursor.epoch === entry.state.epoch ? entry : { ...entry, state: { is: "waiting" } };
  });
}

/** The entries whose effect must be predicted on the confirmed state. */
export function unsettled(outbox: Outbox): Outbox {
  return outbox.filter(isUnsettled);
}

export const isUnsettled = (entry: Entry): boolean => entry.state.is !== "refused";

export function unsentOf(outbox: Outbox): UnsentEdit[] {
  const waits = outbox.filter(({ state }) => state.is === "waiting" || state.is === "sent");
  return waits.map(({ id, command, at }) => ({ id, command, at }));
}

export function refusalsOf(outbox: Outbox): RefusedCommand[] {
  return outbox.flatMap(({ id, command, at, state }) =>
    state.is === "refused" ? [{ id, command, at, error: state.error }] : [],
  );
}

/** The fields of each entity that wait for an answer. */
export function pendingOf(outbox: Outbox): Record<string, PendingMark> {
  const marks: Record<string, PendingMark> = {};
  for (const { command, since, state } of outbox) {
    if (state.is === "refused") continue;
    for (const { id, fields } of touchesOf(command)) {
      const mark = marks[id];
      if (mark) marks[id] = { fields: [...new Set([...mark.fields, ...fields])], since: Math.min(mark.since, since) };
      else marks[id] = { fields, since };
    }
  }
  return marks;
}
