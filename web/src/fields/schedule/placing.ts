import type { PlainDate } from "@/lib/plainDate";
import { addWorkingDays, nextWorkingDay, workingDaysBetween, type WorkingDays } from "./calendar";
import type { End } from "./ends";
import type { Days } from "./span";

/** How many working days a task takes, at least one. */
export const lengthOf = (days: WorkingDays, { start, end }: Days): number => Math.max(1, workingDaysBetween(days, start, end));

/** The start of a task that ends on a working day and takes as many working days as before. */
export const startEndingOn = (days: WorkingDays, task: Days, end: PlainDate): PlainDate => addWorkingDays(days, end, 1 - lengthOf(days, task));

/** The first start of a task whose start or end (`end`) must not be before a day. The task takes as many working days as before. */
export function startFor(days: WorkingDays, task: Days, end: End, first: PlainDate): PlainDate {
  const day = nextWorkingDay(days, first);
  return end === "start" ? day : startEndingOn(days, task, day);
}
