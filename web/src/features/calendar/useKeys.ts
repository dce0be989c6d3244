import { plural, t } from "@lingui/core/macro";
import { useState, type KeyboardEvent } from "react";
import { select } from "@/actions/selection";
import { useTarget } from "@/actions/target";
import { mayNowOn } from "@/actions/useMay";
import { keyInOrder } from "@/lib/direction";
import { today, type PlainDate } from "@/lib/plainDate";
import { useHotkeys } from "@/lib/hotkeys";
import { useTroupe } from "@/sync/store";
import type { Calendar } from "./context";
import { moveBy, resizeBy, unschedule } from "./reschedule";
import { spanOf } from "./spans";
import { datesOf } from "./titles";
import { daysBy, MORE, walked, type Around, type Spot } from "./walk";

interface Wanted extends Around {
  calendar: Calendar;
  stop: Spot;
  mayAdd: boolean;
  /** Shows a day that is not among the shown ones. */
  reveal: (day: PlainDate) => void;
  onToday: () => void;
}

/** True for the days, their tasks, and the buttons for further tasks. */
const isOurs = (target: HTMLElement) => target.matches("[role=gridcell], article, [data-more]");

/** What screen readers say after a move. The replica shows the change at once, so the new dates are known. */
function saidOf(ticketId: string, moved: number): string {
  const ticket = useTroupe.getState().tickets[ticketId];
  const span = ticket && spanOf(ticket);
  if (moved > 1) return plural(moved, { one: "# task moved.", other: "# tasks moved." });
  return span ? movedTo(datesOf(span)) : "";
}
const movedTo = (dates: string) => t`Moved to ${dates}.`;

/**
 * The keys of the days. Arrows move between days and their tasks; Shift and an arrow moves the task, Shift and a page key moves it by a month;
 * with Alt, they move its end. Enter opens, Delete unschedules, N or C writes a new task. Screen readers hear each change.
 */
export function useKeys({ calendar, stop, mayAdd, reveal, onToday, ...around }: Wanted) {
  const [said, say] = useState("");
  useHotkeys({
    T: onToday,
    X: () => {
      const { focused, hovered } = useTarget.getState();
      const id = focused ?? hovered;
      if (id !== null) select(id, calendar.order());
    },
  });
  // These come before the keys of the shell, whose new task has no day.
  const write = ({ target }: { target: EventTarget | null }) => {
    if (!mayAdd || !(target instanceof HTMLElement) || !isOurs(target) || !target.closest("[role=grid]")) return false;
    return calendar.write({ from: stop.day, to: stop.day });
  };
  useHotkeys({ N: write, C: write }, true);
  const go = (to: Spot) => {
    calendar.stand(to);
    reveal(to.day);
  };
  /** Shift moves the task, and with Alt only its end. */
  const moves = (ticketId: string, days: number, end: boolean) => {
    const ids = end ? [ticketId] : calendar.take(ticketId);
    if (!mayNowOn("editTickets", ids)) return say(t`You can't change this task.`);
    const count = end ? resizeBy(ids, "end", days) : moveBy(ids, days);
    if (count === 0) return undefined;
    const span = spanNow(ticketId);
    if (span) go({ day: end ? span.to : span.from, item: ticketId });
    return say(saidOf(ticketId, count));
  };
  const clears = (ticketId: string) => {
    const ids = calendar.take(ticketId);
    if (!mayNowOn("editTickets", ids) || unschedule(ids) === 0) return;
    calendar.stand({ day: stop.day, item: null });
    say(t`Moved to the unscheduled tasks.`);
  };

  /** Returns false for keys that mean nothing here. */
  const press = ({ key: pressed, altKey, shiftKey }: KeyboardEvent<HTMLElement>): boolean => {
    const key = keyInOrder(pressed);
    const ticketId = stop.item === MORE ? null : stop.item;
    const span = shiftKey && ticketId !== null ? spanNow(ticketId) : null;
    const days = daysBy(key, (altKey ? span?.to : span?.from) ?? stop.day);
    if (days !== undefined && shiftKey) {
      if (ticketId === null) return false;
      moves(ticketId, days, altKey);
      return true;
    }
    if (altKey || shiftKey) return false;
    if (key === "Enter" && ticketId !== null) calendar.open(ticketId);
    else if (key === "Enter" && stop.item === null && mayAdd) calendar.write({ from: stop.day, to: stop.day });
    else if ((key === "Delete" || key === "Backspace") && ticketId !== null) clears(ticketId);
    else {
      const next = walked(key, stop, around);
      if (!next) return false;
      go(next);
    }
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (!isOurs(target) || event.defaultPrevented || event.metaKey || event.ctrlKey) return;
    if (event.key === "Enter" && target.matches("[data-more]")) return;
    if (!press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { onKeyDown, said };
}

function spanNow(ticketId: string) {
  const ticket = useTroupe.getState().tickets[ticketId];
  return ticket ? spanOf(ticket) : null;
}

/** The day that has the tab stop before the person has chosen one: today if it is shown, else the day of the address. */
export function firstStop(days: readonly PlainDate[], day: PlainDate): Spot {
  const now = today();
  return { day: days.includes(now) ? now : (days.find((each) => each >= day) ?? days.at(-1) ?? day), item: null };
}
