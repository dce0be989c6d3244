import type { PlainDate } from "@/lib/plainDate";
import type { AgendaDay, Event } from "./agenda";
import type { Scheduled } from "./spans";

/** A line of the agenda: the head of a day, or a task. */
export type Line = { kind: "day"; key: string; day: PlainDate } | { kind: "task"; key: string; day: PlainDate; task: Scheduled; is: Event };

/** The lines of some days. A task that is due and begins on different days has two lines with keys of their own. */
export const linesOf = (days: readonly AgendaDay[]): Line[] =>
  days.flatMap(({ day, entries }): Line[] => [
    { kind: "day", key: day, day },
    ...entries.map(({ task, is }): Line => ({ kind: "task", key: `${day} ${task.ticketId}`, day, task, is })),
  ]);
