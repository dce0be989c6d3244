import { t } from "@lingui/core/macro";
import { addDays, today, weekday, type PlainDate } from "@/lib/plainDate";
import type { Ticket } from "@/wire/generated";
import { NONE, type NoneOption, type Words } from "./options";

/** Names the group of tickets that were completed today. */
export const DONE = "completedToday";

/** One group of tickets by a date. */
export interface Period {
  id: string;
  name: Words;
}

/** How tickets are grouped by a date. */
export interface Periods {
  /** The periods in their order. Tickets without a date come after them. */
  all: readonly Period[];
  none: NoneOption;
  /** A group of *Assigned to me* below all others, whose tickets are in no period. */
  done?: Period;
  /** The period of a ticket on the day `now`; NONE for a ticket without a date. */
  of: (ticket: Ticket, now: PlainDate) => string;
  /** The date that a ticket gets in a period: null removes its date, undefined does not change it. */
  day: (period: string, now: PlainDate) => PlainDate | null | undefined;
}

const sunday = (now: PlainDate): PlainDate => addDays(now, 6 - weekday(now));

/** The periods of due dates. A week ends on Sunday. */
export const duePeriods: Periods = {
  all: [
    { id: "overdue", name: () => t`Overdue` },
    { id: "today", name: () => t`Today` },
    { id: "week", name: () => t`This week` },
    { id: "later", name: () => t`Later` },
    { id: "past", name: () => t`Completed earlier` },
  ],
  none: { name: () => t`No date` },
  done: { id: DONE, name: () => t`Completed today` },
  of: ({ dueDate, completed }, now) => {
    if (dueDate === null) return NONE;
    if (dueDate < now) return completed ? "past" : "overdue";
    if (dueDate === now) return "today";
    return dueDate <= sunday(now) ? "week" : "later";
  },
  day: (period, now) => {
    if (period === NONE) return null;
    if (period === "today") return now;
    if (period === "week") return sunday(now);
    return period === "later" ? addDays(sunday(now), 1) : undefined;
  },
};

/** The periods of completion dates, the newest first. */
export const completionPeriods: Periods = {
  all: [
    { id: "today", name: () => t`Today` },
    { id: "yesterday", name: () => t`Yesterday` },
    { id: "week", name: () => t`Earlier this week` },
    { id: "month", name: () => t`Earlier this month` },
    { id: "earlier", name: () => t`Earlier` },
  ],
  none: { name: () => t`Not completed` },
  of: ({ completedAt }, now) => {
    if (completedAt === null) return NONE;
    const day = today(new Date(completedAt));
    if (day >= now) return "today";
    if (day === addDays(now, -1)) return "yesterday";
    if (day >= addDays(now, -weekday(now))) return "week";
    return day.slice(0, 7) === now.slice(0, 7) ? "month" : "earlier";
  },
  // Completing a ticket sets its date.
  day: () => undefined,
};
