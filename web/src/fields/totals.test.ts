import { describe, expect, it } from "vitest";
import { attribute } from "@/sync/testing/rows";
import { ticket, viewOf } from "@/sync/testing/views";
import { attributeFields } from "./attributes";
import { dueDate } from "./dates";
import { completed } from "./facts";
import { priority } from "./priority";
import { totalOf, totalsFollower } from "./totals";

const points = attribute(1, "number");
const [effort] = attributeFields({ ...viewOf({ tickets: [] }), attributes: { [points.id]: points }, me: null });
const given = (id: string, value: number | undefined, day: string | null = null) =>
  ticket(id, { dueDate: day, ...(value !== undefined && { fields: { [points.id]: value } }) });

describe("the total of a field", () => {
  it("is the sum of numbers, without the traces of binary fractions", () => {
    expect(totalOf(effort!.value, [given("t1", 0.1), given("t2", 0.2), given("t3", undefined), given("t4", -3)])).toEqual({ is: "sum", sum: -2.7 });
    expect(totalOf(effort!.value, [given("t1", 0)])).toEqual({ is: "sum", sum: 0 });
  });

  it("is the first and the last day of dates and of moments", () => {
    const days = [given("t1", undefined, "2026-05-03"), given("t2", undefined), given("t3", undefined, "2025-12-31"), given("t4", undefined, "2026-05-02")];
    expect(totalOf(dueDate.value, days)).toEqual({ is: "days", first: "2025-12-31", last: "2026-05-03" });
    expect(totalOf(completed.value, [ticket("t1", { completedAt: "2026-05-03T12:00:00Z" }), ticket("t2")])).toEqual({ is: "days", first: "2026-05-03", last: "2026-05-03" });
  });

  it("leaves out what is no day", () => {
    expect(totalOf(dueDate.value, [given("t1", undefined, "someday"), given("t2", undefined, "2026-05-03")])).toEqual({ is: "days", first: "2026-05-03", last: "2026-05-03" });
  });

  it("is nothing without a value, and for values that cannot be added up", () => {
    expect(totalOf(effort!.value, [given("t1", undefined)])).toBeNull();
    expect(totalOf(dueDate.value, [])).toBeNull();
    expect(totalOf(priority.value, [ticket("t1", { priority: "day" })])).toBeNull();
  });
});

describe("the totals that are followed", () => {
  it("stay the same until one of them changes", () => {
    const follow = totalsFollower([effort!, dueDate], ["t1", "t2", "gone"]);
    const at = (value: number, title: string) => ({ tickets: { t1: { ...given("t1", value), title }, t2: given("t2", 2) } });
    const first = follow(at(1, "A"));
    expect(first).toEqual([{ is: "sum", sum: 3 }, null]);
    expect(follow(at(1, "B"))).toBe(first);
    expect(follow(at(5, "B"))).toEqual([{ is: "sum", sum: 7 }, null]);
  });
});
