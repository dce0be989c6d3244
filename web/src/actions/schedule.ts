import { plural, t } from "@lingui/core/macro";
import { CalendarRange } from "lucide-react";
import { cascade, type CascadeMode } from "@/fields/schedule/cascade";
import { dependencyOf } from "@/fields/schedule/ends";
import { loopOf } from "@/fields/schedule/loop";
import type { Dates } from "@/fields/schedule/span";
import { workingDaysOf } from "@/fields/schedule/useWorkingDays";
import { linksOf, ticketKey } from "@/sync/selectors";
import { dispatchAll, newId, undo, useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import { tell, tellRefusal } from "@/ui/Toast";
import type { LinkEnds, TicketPatch } from "@/wire/generated";
import { setEnds } from "./dependency";
import { mayOn, type Rights } from "./rights";
import { changeTickets } from "./tickets";

/** The most tasks that one move may change: each has dates of its own, and so a command of its own. */
export const mostMoved = 700;

type Known = Rights & Pick<View, "links" | "linkLags" | "statuses" | "workCalendars">;

/** The effect of a move. */
export interface PlannedMove {
  changes: { ticketId: string; patch: TicketPatch }[];
  /** How many tasks would move as well, if the person were allowed to edit them. */
  held: number;
}

/**
 * The changes of the moved tasks and their followers. Tasks that the person may not edit stay, and so do their followers.
 * `rolled` is true if tasks with subtasks take the days of these.
 */
export function plannedMove(view: Known, moves: ReadonlyMap<string, Dates>, mode: CascadeMode, rolled = false): PlannedMove {
  const { tickets } = view;
  const days = workingDaysOf(view);
  const mayMove = (id: string) => {
    const ticket = tickets[id];
    return ticket !== undefined && mayOn(view, "editTickets", [ticket]);
  };
  const all = cascade({ ...view, moves, mode, days, rolled });
  const fixed = new Set([...all.keys()].filter((id) => !mayMove(id)));
  const allowed = new Map([...moves].filter(([id]) => !fixed.has(id)));
  const changed = fixed.size === 0 ? all : cascade({ ...view, moves: allowed, mode, days, fixed, rolled });
  const changes = [...changed].flatMap(([ticketId, { startDate, dueDate }]) => {
    const ticket = tickets[ticketId];
    const patch = { ...(startDate !== ticket?.startDate && { startDate }), ...(dueDate !== ticket?.dueDate && { dueDate }) };
    return ticket ? [{ ticketId, patch }] : [];
  });
  return { changes, held: fixed.size };
}

/** Gives tasks new dates and moves their followers, as one undo step. A toast says so if the move affects other tasks. */
export function moveDates(moves: ReadonlyMap<string, Dates>, mode: CascadeMode, rolled = false): void {
  const { changes, held } = plannedMove(useTroupe.getState(), moves, mode, rolled);
  const count = changes.length;
  const kept = plural(held, { one: "# task stays where it is, because you can't edit it.", other: "# tasks stay where they are, because you can't edit them." });
  if (count === 0) return held > 0 ? tellRefusal(kept) : undefined;
  if (count > mostMoved) return tellRefusal(plural(mostMoved, { one: "Nothing was moved, because a move can change the dates of at most # task.", other: "Nothing was moved, because a move can change the dates of at most # tasks." }));
  const told = plural(count, { one: "Moved # task", other: "Moved # tasks" });
  const follows = changes.some(({ ticketId }) => !moves.has(ticketId));
  void changeTickets(changes, plural(count, { one: "changing the dates of # task", other: "changing the dates of # tasks" }), () => {
    if (follows || held > 0) tell({ text: held > 0 ? `${told}. ${kept}` : told, icon: CalendarRange, action: { name: t`Undo`, keys: "Mod+Z", onClick: () => void undo() } });
  });
}

/** A loop of tasks in words: their keys and titles, in the order in which they block each other. */
export function loopWords(view: Pick<View, "tickets" | "workspace">, path: readonly string[]): string {
  const names = path.map((id) => {
    const ticket = view.tickets[id];
    return ticket ? [ticketKey(view, ticket), ticket.title].filter(Boolean).join(" ") : t`a task`;
  });
  const loop = names.join(" → ");
  return t`This would create a loop: ${loop}`;
}

/** The link by which one task blocks another. */
export const blockingLink = (view: Pick<View, "links">, fromId: string, toId: string) =>
  linksOf(view, fromId).find(({ kind, fromTicketId, toTicketId }) => kind === "blocks" && fromTicketId === fromId && toTicketId === toId);

/**
 * Makes one task block another, by a dependency of this kind. If the link exists, its kind changes. A link that would close
 * a loop is refused, and the message names the tasks of the loop.
 */
export function linkTasks(fromId: string, toId: string, ends: LinkEnds): void {
  const view = useTroupe.getState();
  const known = blockingLink(view, fromId, toId);
  if (known) {
    if (dependencyOf(view, known.id).ends !== ends) void setEnds(known.id, ends);
    return;
  }
  const loop = loopOf(view.links, fromId, toId);
  if (loop) return tellRefusal(loopWords(view, loop));
  const linkId = newId();
  const link = { kind: "link.create", linkId, linkKind: "blocks", fromTicketId: fromId, toTicketId: toId } as const;
  const kind = { kind: "linkLag.set", linkId, ends } as const;
  void dispatchAll(ends === "finishToStart" ? [link] : [link, kind], { label: t`adding a link` });
}
