import { describe, expect, it } from "vitest";
import { ana, ticket } from "@/sync/testing/rows";
import type { Recurrence } from "@/wire/generated";
import { dayChoices, draftOf, idOf, ruleOf } from "./draft";
import { ruleWords } from "./words";

const rule = (over: Partial<Recurrence>): Recurrence => ({
  id: "r",
  ticketId: ticket(1).id,
  period: "week",
  interval: 1,
  weekdays: [],
  monthDay: null,
  nth: null,
  countedFrom: "dueDate",
  endsOn: null,
  times: null,
  occurrence: 1,
  createdUserId: ana,
  createdAt: "2026-01-01T09:00:00Z",
  ...over,
});

describe("the editor of a repetition", () => {
  it("rc7 offers the day of the due date, its weekday from the start and from the end of the month, and the last day", () => {
    expect(dayChoices("2026-11-24", undefined).map(idOf)).toEqual(["date-24", "weekday-4-2", "weekday--1-2", "date-31"]);
    expect(dayChoices("2026-11-30", undefined).map(idOf)).toEqual(["date-30", "weekday--1-1", "date-31"]);
    expect(dayChoices("2026-11-10", rule({ period: "month", nth: 3, weekdays: [5] })).map(idOf)).toEqual(["weekday-3-5", "date-10", "weekday-2-2", "date-31"]);
  });

  it("rc7 makes a rule of what it shows, and shows what a rule says", () => {
    const choices = dayChoices("2026-11-25", undefined);
    const draft = draftOf(undefined, "2026-11-25");
    expect(ruleOf(draft, choices)).toEqual({ period: "week", interval: 1, weekdays: [3], countedFrom: "dueDate" });
    expect(ruleOf({ ...draft, period: "month", day: "weekday-4-3", ends: "after", times: "5" }, choices)).toEqual({ period: "month", interval: 1, nth: 4, weekdays: [3], countedFrom: "dueDate", times: 5 });
    for (const bad of [{ interval: "0" }, { interval: "" }, { interval: "1.5" }, { interval: "1000" }, { ends: "on" as const }, { ends: "after" as const }])
      expect(ruleOf({ ...draft, ...bad }, choices)).toBeNull();
    const known = rule({ period: "year", interval: 2, monthDay: 29, countedFrom: "completion", endsOn: "2031-01-01" });
    expect(ruleOf(draftOf(known, "2028-02-29"), dayChoices("2028-02-29", known))).toEqual({ period: "year", interval: 2, monthDay: 29, countedFrom: "completion", endsOn: "2031-01-01" });
  });

  it("rc7 says a rule in words", () => {
    expect(ruleWords(rule({ weekdays: [1, 4], interval: 2 }))).toBe("Every 2 weeks on Mon and Thu");
    expect(ruleWords(rule({ period: "month", nth: -1, weekdays: [5], countedFrom: "completion", times: 3 }))).toBe("Every month on the last Friday, from completion, 3 times");
    expect(ruleWords(rule({ period: "month", monthDay: 31 }))).toBe("Every month on the last day");
  });
});
