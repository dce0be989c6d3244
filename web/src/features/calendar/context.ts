import { createContext, useContext } from "react";
import type { PlainDate } from "@/lib/plainDate";
import type { Span } from "./spans";
import type { Spot } from "./walk";

/** The functions that days and chips call. The object stays the same. */
export interface Calendar {
  /** True if the keyboard focus is in the calendar, so that it follows the spot. */
  takesFocus(): boolean;
  stand(spot: Spot): void;
  open(ticketId: string): void;
  /** The address of a ticket, by its key. */
  hrefOf(ticketKey: string): string;
  /** All shown tasks, for ranges. */
  order(): readonly string[];
  /** The tasks that a drag of this one takes along: the selection if the task is in it, else only the task. */
  take(ticketId: string): readonly string[];
  /** Opens a field for new tasks on some days, or closes it. */
  write(days: Span | null): void;
  create(titles: readonly string[], days: Span): void;
  /** Shows all tasks of a day beside an element. */
  showMore(day: PlainDate, beside: HTMLElement): void;
}

const CalendarContext = createContext<Calendar | null>(null);
export const CalendarProvider = CalendarContext.Provider;

export function useCalendar(): Calendar {
  const calendar = useContext(CalendarContext);
  if (!calendar) throw new Error("A chip stands outside of a calendar");
  return calendar;
}
