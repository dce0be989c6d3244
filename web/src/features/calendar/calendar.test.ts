import { describe, expect, it, vi } from "vitest";
import { addDays, weekday, type PlainDate } from "@/lib/plainDate";
import { mulberry32 } from "@/sync/testing/platform";
import { readShown, writeShown } from "./address";
import { agendaOf } from "./agenda";
import { hiddenIn, laneHeight, lanesIn, layOut, tasksOn } from "./layout";
import { datesFor, distance, moved, resized, unscheduled } from "./move";
import { keepSame, planOf, spanOf, type Scheduled } from "./spans";
import { edgeWidth, restMs, turned, turner, wayAt } from "./turning";
import { daysBy, MORE, walked, type Around } from "./walk";
import { agendaDays, isWeekend, rangeOf, shownDays, stepped, titleOf, weeksOf } from "./weeks";

const [monday, saturday, sunday] = [0, 5, 6];

const task = (ticketId: string, from: PlainDate, to = from): Scheduled => ({ ticketId, from, to, category: "byDefault", late: false });

/** Tasks around November 2026, the same for the same seed. */
function someTasks(seed: number, count: number): Scheduled[] {
  const random = mulberry32(seed);
  return Array.from({ length: count }, (_, place) => {
    const from = addDays("2026-10-10", Math.floor(random() * 70));
    return task(`t${place}`, from, addDays(from, random() < 0.5 ? 0 : Math.floor(random() * 20)));
  });
}

describe("the weeks of the calendar", () => {
  it("are six around a month, whatever day they begin on, and one around a day", () => {
    for (const first of [monday, saturday, sunday])
      for (let at = 0; at < 400; at += 1) {
        const day = addDays("2026-01-01", at);
        const month = weeksOf("month", day, first);
        expect(month.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
        expect(month.flat()).toContain(day);
        const [week = []] = weeksOf("week", day, first);
        expect(weekday(week[0] ?? "")).toBe(first);
        expect(week).toContain(day);
      }
  });

  it("leave weekends out", () => {
    const [week = []] = shownDays(weeksOf("week", "2026-11-25", sunday), false);
    expect(week).toEqual(["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]);
    expect(["2026-11-27", "2026-11-28", "2026-11-29"].map(isWeekend)).toEqual([false, true, true]);
  });

  it("step by the length of the shown period", () => {
    expect(stepped("month", "2026-01-31", 1)).toBe("2026-02-01");
    expect(stepped("week", "2026-11-25", -1)).toBe("2026-11-18");
    expect(stepped("agenda", "2026-11-25", 1)).toBe(addDays("2026-11-25", agendaDays));
  });

  it("have a title and a range", () => {
    const between = (from: string, to: string) => `${from} to ${to}`;
    expect(titleOf("month", "2026-11-25", monday, between)).toBe("November 2026");
    expect(rangeOf("week", "2026-11-25", sunday)).toEqual(["2026-11-22", "2026-11-28"]);
    expect(rangeOf("agenda", "2026-11-25", monday)).toEqual(["2026-11-25", "2026-12-22"]);
  });
});

describe("the days of a task", () => {
  it("go from its start to its due date; with one of the two, it has one day", () => {
    expect(spanOf({ startDate: "2026-11-02", dueDate: "2026-11-05" })).toEqual({ from: "2026-11-02", to: "2026-11-05" });
    expect(spanOf({ startDate: null, dueDate: "2026-11-05" })).toEqual({ from: "2026-11-05", to: "2026-11-05" });
    expect(spanOf({ startDate: "2026-11-02", dueDate: null })).toEqual({ from: "2026-11-02", to: "2026-11-02" });
    expect(spanOf({ startDate: null, dueDate: null })).toBeNull();
  });

  it("are a plan that stays the same object while nothing in it changes", () => {
    const statuses = { s: { id: "s", category: "byDefault" }, d: { id: "d", category: "completed" } };
    const row = (id: string, statusId: string, dueDate: string | null) => ({ id, statusId, startDate: null, dueDate, completed: null });
    const tickets = { a: row("a", "s", "2026-11-05"), b: row("b", "s", null), c: row("c", "d", "2026-11-05"), d: row("d", "d", null) };
    const view = { tickets, statuses } as unknown as Parameters<typeof planOf>[0];
    const plan = planOf(view, ["a", "b", "c", "d", "gone"], true);
    expect(plan.scheduled.map(({ ticketId }) => ticketId)).toEqual(["a", "c"]);
    expect(plan.unscheduled).toEqual(["b"]);
    expect(planOf(view, ["a", "b", "c", "d"], false).scheduled.map(({ ticketId }) => ticketId)).toEqual(["a"]);
    expect(keepSame(plan, planOf(view, ["a", "b", "c", "d"], true))).toBe(plan);
    const moved = { ...view, tickets: { ...tickets, a: row("a", "s", "2026-11-06") } } as unknown as Parameters<typeof planOf>[0];
    const next = keepSame(plan, planOf(moved, ["a", "b", "c", "d"], true));
    expect(next.scheduled[0]).not.toBe(plan.scheduled[0]);
    expect(next.scheduled[1]).toBe(plan.scheduled[1]);
    expect(next.unscheduled).toBe(plan.unscheduled);
  });
});

describe("a week of tasks", () => {
  const [week = []] = weeksOf("week", "2026-11-25", monday);

  it("cuts a task at the ends of the week, and says on which side it goes on", () => {
    const { segments } = layOut(week, [task("a", "2026-11-20", "2026-11-24"), task("b", "2026-11-27", "2026-12-02"), task("c", "2026-11-10")]);
    expect(segments.map(({ task: { ticketId }, first, last, before, after }) => [ticketId, first, last, before, after])).toEqual([
      ["a", 0, 1, true, false],
      ["b", 4, 6, false, true],
    ]);
  });

  it("gives every task a lane of its own, in hundreds of random weeks", () => {
    for (let seed = 1; seed <= 90; seed += 1) {
      const tasks = someTasks(seed, 40);
      const first = [monday, saturday, sunday][seed % 3] ?? 0;
      for (const days of shownDays(weeksOf("month", "2026-11-15", first), seed % 2 === 0)) {
        const { segments, lanes } = layOut(days, tasks);
        const taken = new Set<string>();
        for (const { first, last, lane, before, after, task: { from, to } } of segments) {
          expect(lane).toBeLessThan(lanes);
          expect(before).toBe(from < (days[0] ?? ""));
          expect(after).toBe(to > (days.at(-1) ?? ""));
          for (let column = first; column <= last; column += 1) {
            const key = `${column} ${lane}`;
            expect(taken.has(key), `two tasks at ${key}, seed ${seed}`).toBe(false);
            taken.add(key);
            const day = days[column] ?? "";
            expect(from <= day && day <= to).toBe(true);
          }
        }
        // Every task with a shown day is there.
        const shown = tasks.filter(({ from, to }) => days.some((day) => from <= day && day <= to));
        expect(segments.map(({ task: { ticketId } }) => ticketId).toSorted()).toEqual(shown.map(({ ticketId }) => ticketId).toSorted());
        // What does not fit is counted on each of its days.
        const counts = hiddenIn({ days, segments, lanes }, 2);
        days.forEach((day, column) => {
          const on = tasksOn({ days, segments, lanes }, day);
          expect(on.length).toBe(shown.filter(({ from, to }) => from <= day && day <= to).length);
          expect(counts[column]).toBe(segments.filter(({ first, last, lane }) => lane >= 2 && first <= column && column <= last).length);
        });
      }
    }
  });

  it("puts tasks of an earlier week first, then longer ones, then the order of the place", () => {
    const { segments } = layOut(week, [task("short", "2026-11-23"), task("long", "2026-11-23", "2026-11-26"), task("early", "2026-11-20", "2026-11-23"), task("later", "2026-11-24")]);
    const lanes = Object.fromEntries(segments.map(({ task: { ticketId }, lane }) => [ticketId, lane]));
    expect(lanes).toEqual({ long: 0, early: 1, short: 2, later: 1 });
  });

  it("shows a task that spans a hidden weekend without a gap, and leaves out one on the weekend alone", () => {
    const [days = []] = shownDays([week], false);
    const { segments } = layOut(days, [task("over", "2026-11-26", "2026-11-30"), task("weekend", "2026-11-28", "2026-11-29")]);
    expect(segments.map(({ task: { ticketId }, first, last, after }) => [ticketId, first, last, after])).toEqual([["over", 3, 4, true]]);
  });

  it("leaves room for the line that counts the rest", () => {
    expect(lanesIn(26 + 2 + 3 * laneHeight, 3)).toBe(3);
    expect(lanesIn(26 + 2 + 3 * laneHeight, 4)).toBe(2);
    expect(lanesIn(10, 4)).toBe(0);
  });

  it("counts thousands of tasks of one day without laying them out", () => {
    const many = Array.from({ length: 5_000 }, (_, place) => task(`t${place}`, "2026-11-25"));
    const laid = layOut(week, many);
    expect(hiddenIn(laid, 3)[2]).toBe(4_997);
    expect(tasksOn(laid, "2026-11-25")).toHaveLength(5_000);
  });
});

describe("the agenda", () => {
  it("lists what is due and what begins, day by day", () => {
    const days = agendaOf(
      [task("ongoing", "2026-11-01", "2026-12-24"), task("begins", "2026-11-26", "2026-12-02"), task("due", "2026-11-26"), task("past", "2026-11-24"), task("ends", "2026-11-20", "2026-11-25")],
      "2026-11-25",
      "2026-12-01",
    );
    expect(days.map(({ day, entries }) => [day, ...entries.map(({ task: { ticketId }, is }) => `${ticketId} ${is}`)])).toEqual([
      ["2026-11-25", "ends due", "ongoing ongoing"],
      ["2026-11-26", "due due", "begins start"],
    ]);
  });

  it("names every task that has a listed day, and each at most twice", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const tasks = someTasks(seed, 60);
      const [from, to] = ["2026-11-05", "2026-11-30"];
      const days = agendaOf(tasks, from, to);
      expect(days.map(({ day }) => day)).toEqual(days.map(({ day }) => day).toSorted());
      const named = days.flatMap(({ day, entries }) => entries.map((entry) => ({ day, ...entry })));
      for (const { day, task: { from: first, to: last } } of named) expect(day >= from && day <= to && first <= day && day <= last).toBe(true);
      for (const each of tasks) {
        const times = named.filter((entry) => entry.task === each).length;
        expect(times > 0).toBe(each.to >= from && each.from <= to);
        expect(times).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe("a move", () => {
  const both = { startDate: "2026-11-02", dueDate: "2026-11-05" };

  it("keeps the length, and moves only the dates that there are", () => {
    expect(moved(both, 3, "2026-11-09")).toEqual({ startDate: "2026-11-05", dueDate: "2026-11-08" });
    expect(moved({ startDate: null, dueDate: "2026-11-05" }, -1, "x")).toEqual({ dueDate: "2026-11-04" });
    expect(moved({ startDate: "2026-11-02", dueDate: null }, 7, "x")).toEqual({ startDate: "2026-11-09" });
    expect(moved({ startDate: null, dueDate: null }, 0, "2026-11-09")).toEqual({ dueDate: "2026-11-09" });
    expect(moved(both, 0, "2026-11-02")).toBeNull();
    expect(moved({ startDate: null, dueDate: "2999-12-31" }, 1, "x")).toBeNull();
    expect([distance("2026-11-03", "2026-11-05"), distance(null, "2026-11-05")]).toEqual([2, 0]);
  });

  it("of an end changes the length, and stops at the other end", () => {
    expect(resized(both, "end", "2026-11-09")).toEqual({ dueDate: "2026-11-09" });
    expect(resized(both, "end", "2026-10-01")).toEqual({ dueDate: "2026-11-02" });
    expect(resized(both, "start", "2026-11-04")).toEqual({ startDate: "2026-11-04" });
    expect(resized(both, "start", "2026-12-04")).toEqual({ startDate: "2026-11-05" });
    expect(resized({ startDate: null, dueDate: "2026-11-05" }, "end", "2026-11-07")).toEqual({ startDate: "2026-11-05", dueDate: "2026-11-07" });
    expect(resized({ startDate: null, dueDate: "2026-11-05" }, "start", "2026-11-03")).toEqual({ startDate: "2026-11-03" });
    expect(resized({ startDate: "2026-11-02", dueDate: null }, "end", "2026-11-04")).toEqual({ dueDate: "2026-11-04" });
    expect(resized({ startDate: null, dueDate: "2026-11-05" }, "end", "2026-11-01")).toBeNull();
  });

  it("never puts the start behind the due date, whatever is done in whatever order", () => {
    const random = mulberry32(7);
    for (let run = 0; run < 500; run += 1) {
      let dates: { startDate: string | null; dueDate: string | null } = { startDate: null, dueDate: "2026-11-05" };
      for (let step = 0; step < 8; step += 1) {
        const day = addDays("2026-11-01", Math.floor(random() * 30));
        const patch = random() < 0.4 ? moved(dates, Math.floor(random() * 9) - 4, day) : resized(dates, random() < 0.5 ? "start" : "end", day);
        dates = { ...dates, ...(patch as Partial<typeof dates>) };
        expect(dates.startDate === null || dates.dueDate === null || dates.startDate <= dates.dueDate).toBe(true);
      }
    }
  });

  it("onto the tray takes the dates away, and a new task takes the days that were drawn over", () => {
    expect(unscheduled(both)).toEqual({ startDate: null, dueDate: null });
    expect(unscheduled({ startDate: null, dueDate: null })).toBeNull();
    expect(datesFor("2026-11-05", "2026-11-05")).toEqual({ dueDate: "2026-11-05" });
    expect(datesFor("2026-11-05", "2026-11-03")).toEqual({ startDate: "2026-11-03", dueDate: "2026-11-05" });
  });
});

describe("the keys", () => {
  const items: Record<string, string[]> = { "2026-11-25": ["a", "b", MORE], "2026-11-26": ["b"] };
  const around: Around = { first: monday, weekends: true, itemsOf: (day) => items[day] ?? [] };
  const go = (key: string, day: string, item: string | null = null, over: Partial<Around> = {}) => walked(key, { day, item }, { ...around, ...over });

  it("walk from day to day, into a day, and through its tasks", () => {
    expect(go("ArrowDown", "2026-11-25")).toEqual({ day: "2026-11-25", item: "a" });
    expect(go("ArrowDown", "2026-11-25", "b")).toEqual({ day: "2026-11-25", item: MORE });
    expect(go("ArrowDown", "2026-11-25", MORE)).toEqual({ day: "2026-12-02", item: null });
    expect(go("ArrowUp", "2026-11-25", "a")).toEqual({ day: "2026-11-25", item: null });
    expect(go("ArrowUp", "2026-11-25")).toEqual({ day: "2026-11-18", item: null });
    expect(go("ArrowRight", "2026-11-25")).toEqual({ day: "2026-11-26", item: null });
  });

  it("follow a task over its days, and otherwise stay at the same height", () => {
    expect(go("ArrowRight", "2026-11-25", "b")).toEqual({ day: "2026-11-26", item: "b" });
    expect(go("ArrowRight", "2026-11-25", MORE)).toEqual({ day: "2026-11-26", item: "b" });
    expect(go("ArrowLeft", "2026-11-25", "a")).toEqual({ day: "2026-11-24", item: null });
  });

  it("lead to the ends of the week and to other months, and past hidden weekends", () => {
    expect(go("Home", "2026-11-25")?.day).toBe("2026-11-23");
    expect(go("End", "2026-11-25", null, { first: sunday })?.day).toBe("2026-11-28");
    expect(go("PageDown", "2026-11-30")?.day).toBe("2026-12-30");
    expect(go("ArrowRight", "2026-11-27", null, { weekends: false })?.day).toBe("2026-11-30");
    expect(go("End", "2026-11-25", null, { weekends: false })?.day).toBe("2026-11-27");
    expect(go("x", "2026-11-25")).toBeNull();
    expect(["ArrowUp", "ArrowRight", "PageDown", "PageUp", "x"].map((key) => daysBy(key, "2026-11-30"))).toEqual([-7, 1, 30, -31, undefined]);
  });
});

describe("a drag at the edge of the days", () => {
  const box = { left: 100, top: 100, right: 800, bottom: 700 };
  const free = { mode: "month" as const, mirrored: false, above: false, below: false };
  const middle = 400;

  it("leads up and down in a month, sideways in a week, and nowhere else", () => {
    const inMonth = (y: number, over = {}) => wayAt({ x: middle, y }, box, { ...free, ...over });
    expect([105, 100 + edgeWidth, middle, 695, 720].map((y) => inMonth(y))).toEqual([-1, null, null, 1, null]);
    const inWeek = (x: number, mirrored = false) => wayAt({ x, y: middle }, box, { ...free, mode: "week", mirrored });
    expect([105, middle, 795, 90].map((x) => inWeek(x))).toEqual([-1, null, 1, null]);
    expect([105, middle, 795].map((x) => inWeek(x, true))).toEqual([1, null, -1]);
  });

  it("scrolls the days first, if they are higher than the window", () => {
    expect(wayAt({ x: middle, y: 105 }, box, { ...free, above: true })).toBeNull();
    expect(wayAt({ x: middle, y: 695 }, box, { ...free, below: true })).toBeNull();
  });

  it("turns the calendar after a rest, again and again, until the drag leaves the edge or ends", () => {
    vi.useFakeTimers();
    try {
      const [ways, hints]: [number[], (number | null)[]] = [[], []];
      const pages = turner((way) => ways.push(way), (way) => hints.push(way));
      pages.point(1);
      vi.advanceTimersByTime(restMs - 100);
      // The pointer moves slightly, at the same edge.
      pages.point(1);
      vi.advanceTimersByTime(99);
      expect(ways).toEqual([]);
      vi.advanceTimersByTime(1 + restMs);
      expect(ways).toEqual([1, 1]);
      pages.point(null);
      vi.advanceTimersByTime(10 * restMs);
      pages.point(-1);
      vi.advanceTimersByTime(restMs);
      pages.stop();
      vi.advanceTimersByTime(10 * restMs);
      expect(ways).toEqual([1, 1, -1]);
      expect(hints).toEqual([1, null, -1, null]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("stays within the years that tasks can have", () => {
    expect([turned("month", "2026-11-30", 1), turned("week", "2026-11-25", -1)]).toEqual(["2026-12-01", "2026-11-18"]);
    expect([turned("month", "2999-12-05", 1), turned("month", "1900-01-05", -1)]).toEqual([null, null]);
  });
});

describe("the address", () => {
  it("names the mode and the day, and keeps everything else", () => {
    const search = writeShown("?view=calendar&label=a%2Cb", { mode: "week", day: "2026-11-25" });
    expect(search).toBe("?view=calendar&label=a,b&cal=week&day=2026-11-25");
    expect(readShown(search)).toEqual({ mode: "week", day: "2026-11-25" });
  });

  it("ignores what it does not know", () => {
    expect(readShown("?cal=year&day=2026-02-30")).toEqual({ mode: null, day: null });
    expect(readShown("?day=9999-12-31")).toEqual({ mode: null, day: null });
  });
});
