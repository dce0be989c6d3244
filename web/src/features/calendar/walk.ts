import { addDays, addMonths, daysBetween, startOfWeek, type PlainDate } from "@/lib/plainDate";
import { isWeekend } from "./weeks";

/** The item of a day that opens the tasks for which there is no room. */
export const MORE = "more";

/** The place of the focus: a day, or an item in it, which is a task or MORE. */
export interface Spot {
  day: PlainDate;
  item: string | null;
}

export interface Around {
  /** The day on which weeks begin; 0 is Monday. */
  first: number;
  weekends: boolean;
  /** The items of a day, from the top. */
  itemsOf: (day: PlainDate) => readonly string[];
}

/** The day itself if it is shown; if it is on a hidden weekend, the next shown day in the direction. */
function onShown(day: PlainDate, by: number, weekends: boolean): PlainDate {
  if (weekends || !isWeekend(day)) return day;
  return onShown(addDays(day, by), by, weekends);
}

/** The same task on another day if the task is there too, else the item at the same height, else the day. */
function beside(from: Spot, day: PlainDate, { itemsOf }: Around): Spot {
  if (from.item === null) return { day, item: null };
  const items = itemsOf(day);
  if (items.includes(from.item)) return { day, item: from.item };
  return { day, item: items[Math.min(itemsOf(from.day).indexOf(from.item), items.length - 1)] ?? null };
}

/**
 * Where an arrow leads: sideways to the next day, up and down through the items of a day and on to the next week. The day
 * may lie outside of the shown ones. Null for keys without a meaning here.
 */
export function walked(key: string, from: Spot, around: Around): Spot | null {
  const { first, weekends, itemsOf } = around;
  const { day, item } = from;
  const items = itemsOf(day);
  const at = item === null ? -1 : items.indexOf(item);
  const whole = (next: PlainDate, by: number): Spot => ({ day: onShown(next, by, weekends), item: null });
  switch (key) {
    case "ArrowLeft":
      return beside(from, onShown(addDays(day, -1), -1, weekends), around);
    case "ArrowRight":
      return beside(from, onShown(addDays(day, 1), 1, weekends), around);
    case "ArrowUp":
      return at < 0 ? whole(addDays(day, -7), -1) : { day, item: items[at - 1] ?? null };
    case "ArrowDown":
      return items[at + 1] === undefined ? whole(addDays(day, 7), 1) : { day, item: items[at + 1] ?? null };
    case "Home":
      return whole(startOfWeek(day, first), 1);
    case "End":
      return whole(addDays(startOfWeek(day, first), 6), -1);
    case "PageUp":
      return whole(addMonths(day, -1), -1);
    case "PageDown":
      return whole(addMonths(day, 1), 1);
    default:
      return null;
  }
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** By how many days a key moves a task or its end that is on a day: an arrow by a day or a week, a page key by a month. Undefined for other keys. */
export function daysBy(key: string, from: PlainDate): number | undefined {
  const months = key === "PageUp" ? -1 : key === "PageDown" ? 1 : 0;
  return months === 0 ? steps[key] : daysBetween(from, addMonths(from, months));
}
