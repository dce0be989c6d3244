import { useTroupe } from "@/sync/store";
import type { View } from "@/sync/types";
import { weekdays, workingOf, type Working } from "@/sync/workCalendar";
import type { WorkingDays } from "./calendar";

const made = new WeakMap<Working, WorkingDays>();

/** The working days of a workspace; the same object while they stay the same. */
export function workingDaysOf(view: Pick<View, "workCalendars">): WorkingDays {
  const row = workingOf(view);
  const days = made.get(row) ?? {
    weekdays: weekdays.map((day) => row.weekdays.includes(day)),
    holidays: new Set(row.holidays.map(({ date }) => date)),
  };
  made.set(row, days);
  return days;
}

/** The working days of the open workspace. */
export const useWorkingDays = (): WorkingDays => useTroupe(workingDaysOf);
