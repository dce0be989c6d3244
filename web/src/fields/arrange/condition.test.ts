import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { viewOf } from "@/sync/testing/views";
import { attribute, ticket } from "@/sync/testing/rows";
import type { FieldValue } from "@/wire/generated";
import { fieldsOf } from "../registry";
import { plain, readAddress, writeAddress } from "./address";
import { daysOf, readCondition, spans, testOf, type Condition, type ConditionForm } from "./condition";
import { passes } from "./filter";
import { writeCondition } from "./writeCondition";

const now = "2026-11-25";

const days = (word: string) => {
  const condition = readCondition("date", word);
  if (!condition) throw new Error(word);
  const test = testOf("date", condition, now);
  return ["2026-10-31", "2026-11-22", "2026-11-24", "2026-11-25", "2026-11-29", "2026-12-02", null].filter(test);
};

describe("a condition", () => {
  it("is read as it was written", () => {
    const bound = { text: fc.constant(null), number: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => String(it + 0))), date: fc.option(fc.constantFrom("2026-01-31", "-7d", "0d", "30d")) };
    const text = fc.string({ minLength: 1, maxLength: 200 }).filter((it) => it.trim() !== "");
    const any = (form: ConditionForm): fc.Arbitrary<Condition> =>
      fc.oneof(
        fc.constantFrom<Condition>({ is: "none" }, { is: "any" }),
        ...(form === "text" ? [fc.record({ is: fc.constantFrom("has" as const, "not" as const, "same" as const), text })] : []),
        ...(form === "text" ? [] : [fc.record({ is: fc.constant("range" as const), from: bound[form], to: bound[form] }).filter(({ from, to }) => from !== null || to !== null)]),
        ...(form === "date" ? [fc.record({ is: fc.constant("span" as const), span: fc.constantFrom(...spans) })] : []),
      );
    for (const form of ["text", "number", "date"] as const)
      fc.assert(
        fc.property(any(form), (condition) => {
          expect(readCondition(form, writeCondition(condition))).toEqual(condition);
        }),
      );
  });

  it("of another form, or that says nothing, is none", () => {
    for (const [form, word] of [
      ["text", "3..4"],
      ["text", "has:"],
      ["text", "has:  "],
      ["text", `has:${"x".repeat(201)}`],
      ["number", "has:3"],
      ["number", ".."],
      ["number", "three..four"],
      ["number", "NaN..Infinity"],
      ["number", "week"],
      ["date", "2026-02-30.."],
      ["date", "soon"],
      ["date", "99999d.."],
    ] as const)
      expect(readCondition(form, word), word).toBeNull();
  });

  it("compares texts without regard to case", () => {
    const left = (word: string) => ["North pier", "Pier", "Shed", null].filter(testOf("text", readCondition("text", word) ?? { is: "any" }, now));
    expect(left("has:PIER")).toEqual(["North pier", "Pier"]);
    expect(left("not:pier")).toEqual(["Shed", null]);
    expect(left("same:pier")).toEqual(["Pier"]);
    expect(left("none")).toEqual([null]);
    expect(left("any")).toEqual(["North pier", "Pier", "Shed"]);
  });

  it("compares numbers as numbers, with the bounds", () => {
    const left = (word: string) => ["-2", "3", "8", "10.5", null].filter(testOf("number", readCondition("number", word) ?? { is: "any" }, now));
    expect(left("3..10")).toEqual(["3", "8"]);
    expect(left("..3")).toEqual(["-2", "3"]);
    expect(left("8..")).toEqual(["8", "10.5"]);
    expect(left("8..8")).toEqual(["8"]);
  });

  it("compares days, also those that are counted from today", () => {
    expect(days("2026-11-24..2026-11-29")).toEqual(["2026-11-24", "2026-11-25", "2026-11-29"]);
    expect(days("..-1d")).toEqual(["2026-10-31", "2026-11-22", "2026-11-24"]);
    expect(days("0d..0d")).toEqual(["2026-11-25"]);
    expect(days("0d..7d")).toEqual(["2026-11-25", "2026-11-29", "2026-12-02"]);
    expect(days("week")).toEqual(["2026-11-24", "2026-11-25", "2026-11-29"]);
    expect(days("next-week")).toEqual(["2026-12-02"]);
    expect(days("month")).toEqual(["2026-11-22", "2026-11-24", "2026-11-25", "2026-11-29"]);
  });

  it("knows the weeks from Monday and the months as they are long", () => {
    expect(daysOf("week", "2026-11-29")).toEqual(["2026-11-23", "2026-11-29"]);
    expect(daysOf("next-week", "2026-11-29")).toEqual(["2026-11-30", "2026-12-06"]);
    expect(daysOf("next-month", "2027-01-31")).toEqual(["2027-02-01", "2027-02-28"]);
  });
});

describe("filters by the values of attributes", () => {
  const [place, effort, until] = [attribute(1), attribute(2, "number"), attribute(3, "date")];
  const having = (n: number, values: [string, FieldValue][]) => ticket(n, { fields: Object.fromEntries(values) });
  const tickets = [
    having(1, [[place.id, "North pier"], [effort.id, 3], [until.id, "2026-11-25"]]),
    having(2, [[place.id, "Shed, behind"], [effort.id, 12]]),
    ticket(3),
  ];
  const view = { ...viewOf({ tickets }), attributes: { [place.id]: place, [effort.id]: effort, [until.id]: until }, me: null };
  const fields = fieldsOf(view);
  const left = (filters: Record<string, string[]>) => tickets.filter(passes({ filters, find: "" }, view, fields, now)).map(({ id }) => tickets.findIndex((it) => it.id === id) + 1);

  it("hold together", () => {
    expect(left({ [place.id]: ["has:pier"] })).toEqual([1]);
    expect(left({ [effort.id]: ["..12"] })).toEqual([1, 2]);
    expect(left({ [effort.id]: ["..12"], [until.id]: ["none"] })).toEqual([2]);
    expect(left({ [until.id]: ["week"] })).toEqual([1]);
    expect(left({ [effort.id]: ["none"] })).toEqual([3]);
    expect(left({ dueDate: ["none"] })).toEqual([1, 2, 3]);
  });

  it("are in the address, a text with a comma and a sign of its own included", () => {
    const filters = { [place.id]: ["has:50 %, behind: %2C"], [effort.id]: ["3..8"], dueDate: ["..-1d"] };
    const search = writeAddress("", { ...plain, filters }, fields);
    expect(search).toContain(`${effort.id}=3..8`);
    expect(search).toContain("due=..-1d");
    expect(readAddress(search, fields)?.filters).toEqual(filters);
    expect(readAddress(`?${effort.id}=has:x&due=banana`, fields)?.filters).toEqual({});
  });
});
