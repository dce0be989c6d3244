import { describe, expect, it } from "vitest";
import { attribute } from "@/sync/testing/rows";
import { ticket, viewOf } from "@/sync/testing/views";
import { attributeFields } from "./attributes";
import { dueDate } from "./dates";
import { completed } from "./facts";
import { labels } from "./labels";
import { priority } from "./priority";
import { title } from "./title";
import { kindOf, totalKinds, totalOf, totalsFollower } from "./totals";

const points = attribute(1, "number");
const [effort] = attributeFields({ ...viewOf({ tickets: [] }), attributes: { [points.id]: points }, me: null });
const given = (id: string, value: number | undefined, day: string | null = null) =>
  ticket(id, { dueDate: day, ...(value !== undefined && { fields: { [points.id]: value } }) });

describe("the total of a field", () => {
  it("is the sum of numbers, without the traces of binary fractions", () => {
    expect(totalOf(effort!.value, [given("t1", 0.1), given("t2", 0.2), given("t3", undefined), given("t4", -3)])).toEqual({ is: "sum", number: -2.7 });
    expect(totalOf(effort!.value, [given("t1", 0)])).toEqual({ is: "sum", number: 0 });
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

describe("a total that a person has chosen", () => {
  const numbers = [given("t1", 1), given("t2", undefined), given("t3", 4), given("t4", -2)];

  it("is an average, a least or a most of the numbers that there are, or a count", () => {
    expect(totalOf(effort!.value, numbers, "average")).toEqual({ is: "average", number: 1 });
    expect(totalOf(effort!.value, numbers, "least")).toEqual({ is: "least", number: -2 });
    expect(totalOf(effort!.value, numbers, "most")).toEqual({ is: "most", number: 4 });
    expect(totalOf(effort!.value, numbers, "count")).toEqual({ is: "count", number: 3 });
    expect(totalOf(effort!.value, numbers, "empty")).toEqual({ is: "empty", number: 1 });
    expect(totalOf(effort!.value, [given("t1", 1), given("t2", 1), given("t3", 0)], "average")).toEqual({ is: "average", number: 0.667 });
    for (const kind of ["none", "average", "least", "most"] as const) expect(totalOf(effort!.value, [given("t1", undefined)], kind)).toBeNull();
  });

  it("is one end of the days, or a count of them; what is no day is empty", () => {
    const days = [given("t1", undefined, "2026-05-03"), given("t2", undefined), given("t3", undefined, "2025-12-31"), given("t4", undefined, "someday")];
    expect(totalOf(dueDate.value, days, "first")).toEqual({ is: "first", day: "2025-12-31" });
    expect(totalOf(dueDate.value, days, "last")).toEqual({ is: "last", day: "2026-05-03" });
    expect([totalOf(dueDate.value, days, "count"), totalOf(dueDate.value, days, "empty")]).toEqual([{ is: "count", number: 2 }, { is: "empty", number: 2 }]);
  });

  it("is a count of tasks with options, without any, or of the different options", () => {
    const some = [ticket("t1", { labels: ["a", "b"] }), ticket("t2", { labels: ["b"] }), ticket("t3")];
    const counts = (["count", "empty", "unique"] as const).map((kind) => totalOf(labels.value, some, kind));
    expect(counts).toEqual([{ is: "count", number: 2 }, { is: "empty", number: 1 }, { is: "unique", number: 2 }]);
  });

  it("is the usual one if the values of the field do not have the chosen one", () => {
    expect([kindOf(effort!.value, undefined), kindOf(dueDate.value, "sum"), kindOf(labels.value, "days")]).toEqual(["sum", "days", "none"]);
    expect(totalKinds(title.value)).toEqual([]);
    expect(kindOf(title.value, "count")).toBe("none");
  });
});

describe("the totals that are followed", () => {
  it("stay the same until one of them changes", () => {
    const follow = totalsFollower([effort!, dueDate], ["t1", "t2", "gone"]);
    const at = (value: number, title: string) => ({ tickets: { t1: { ...given("t1", value), title }, t2: given("t2", 2) } });
    const first = follow(at(1, "A"));
    expect(first).toEqual([{ is: "sum", number: 3 }, null]);
    expect(follow(at(1, "B"))).toBe(first);
    expect(follow(at(5, "B"))).toEqual([{ is: "sum", number: 7 }, null]);
  });
});
