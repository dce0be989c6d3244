import type { Command } from "@/wire/generated";
import { guardedKeys, valueAt } from "../kinds/ticket/fields";
import { same, type RowReader } from "../tables/tables";

/** One action of the person, with all of its commands. */
export interface Step {
  label: string;
  /** The commands that undo the step. */
  inverse: Command[];
  /** The values that the step left. If another person has changed one since, the step is not taken back. */
  guarded: GuardedValue[];
  /** The ids of its commands: a refused command has nothing to undo. */
  commandIds: string[];
}

interface GuardedValue {
  ticketId: string;
  /** The name of a field, or the id of an attribute. */
  key: string;
  value: unknown;
}

const depth = 100;

/** The person's own changes, newest last, across all views. */
export interface History {
  readonly undo: readonly Step[];
  readonly redo: readonly Step[];
}

export const emptyHistory: History = { undo: [], redo: [] };

export function withStep(history: History, step: Step): History {
  return { undo: [...history.undo, step].slice(-depth), redo: [] };
}

/** Files the step that undoes another one. */
export function withStepTakenBack(history: History, from: "undo" | "redo", step: Step | null): History {
  const undo = from === "undo" ? history.undo.slice(0, -1) : history.undo;
  const redo = from === "redo" ? history.redo.slice(0, -1) : history.redo;
  if (!step) return { undo, redo };
  return from === "undo" ? { undo, redo: [...redo, step] } : { undo: [...undo, step].slice(-depth), redo };
}

/** Forgets the steps of a refused command. */
export function withoutCommand(history: History, commandId: string): History {
  const keep = (step: Step) => !step.commandIds.includes(commandId);
  return { undo: history.undo.filter(keep), redo: history.redo.filter(keep) };
}

/** The single values that commands left in the tickets they patched; sets merge and need no guard. */
export function guardedValues(commands: readonly Command[], after: RowReader): GuardedValue[] {
  return commands.flatMap((command) => {
    if (command.kind !== "ticket.update" && command.kind !== "tickets.update") return [];
    const ids = command.kind === "ticket.update" ? [command.ticketId] : command.ticketIds;
    const keys = guardedKeys(command.patch, after);
    return ids.flatMap((ticketId) => {
      const ticket = after.get("ticket", ticketId);
      return ticket ? keys.map((key) => ({ ticketId, key, value: valueAt(ticket, key) })) : [];
    });
  });
}

export function changedSince(step: Step, now: RowReader): boolean {
  return step.guarded.some(({ ticketId, key, value }) => {
    const ticket = now.get("ticket", ticketId);
    return !ticket || !same(valueAt(ticket, key), value);
  });
}
