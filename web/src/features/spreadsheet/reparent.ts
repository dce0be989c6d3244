import { t } from "@lingui/core/macro";
import { deepest, parentObjections, type Objection } from "@/actions/objections";
import { useTroupe } from "@/sync/store";
import type { Ticket } from "@/wire/generated";
import type { Outcome } from "./drop";

const reasons: Partial<Record<Objection, () => string>> = {
  loop: () => t`A task can't be below its own subtask.`,
  private: () => t`Private and shared tasks can't be below each other.`,
  home: () => t`These tasks are not seen by the same people, so one can't be below the other.`,
  deep: () => t`Subtasks can be at most ${deepest} levels deep.`,
};

/** Why these tickets may not be below that parent, for people; null if they may. */
export function parentObjection(tickets: readonly Ticket[], parentId: string): string | null {
  const view = useTroupe.getState();
  const parent = view.tickets[parentId];
  const against = parent && tickets.map((ticket) => parentObjections(view, ticket)(parent)).find((objection) => objection !== null);
  return (against && reasons[against]?.()) ?? null;
}

/** The result of a drop that also gives the tickets a parent. */
export function withParent({ patches, move }: Outcome, tickets: readonly Ticket[], parentTicketId: string | null): Outcome {
  const all = new Map(patches);
  for (const ticket of tickets) if (ticket.parentTicketId !== parentTicketId) all.set(ticket.id, { ...all.get(ticket.id), parentTicketId });
  return { patches: all, move };
}
