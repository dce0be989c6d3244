import type { Weekday, WorkCalendar } from "@/wire/generated";
import type { View } from "./types";

/** The days of the week, in their order. */
export const weekdays: readonly Weekday[] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** The most holidays of a workspace: the same number as in `actors/src/domain/limits.rs`. */
export const mostHolidays = 732;

/** The working days of a workspace, as its row has them. */
export type Working = Pick<WorkCalendar, "weekdays" | "holidays">;

/** The working days of a workspace without a row: Monday to Friday, without holidays. */
export const usualWorking: Working = { weekdays: weekdays.slice(0, 5), holidays: [] };

/** The working days of the open workspace; the same object for the same rows. */
export const workingOf = ({ workCalendars }: Pick<View, "workCalendars">): Working => Object.values(workCalendars)[0] ?? usualWorking;
