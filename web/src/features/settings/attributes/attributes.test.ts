import { describe, expect, it } from "vitest";
import { ticket } from "@/sync/testing/rows";
import { tasksByValue } from "./counts";
import { namedOptions, repeats, withLine, type NewOption } from "./newOptions";

describe("the counts of a settings page", () => {
  it("are the numbers of tasks by attribute and by option, without the trash", () => {
    const tickets = [
      ticket(1, { fields: { place: "Roof", sides: ["north", "south"] } }),
      ticket(2, { fields: { sides: ["north"] } }),
      ticket(3, { fields: { sides: ["north"] }, trashedAt: "2026-01-05T10:00:00Z" }),
      ticket(4, { fields: { walls: ["north"] } }),
    ];
    const counts = tasksByValue(Object.fromEntries(tickets.map((row) => [row.id, row])));
    expect(Object.fromEntries(counts)).toEqual({ place: 1, sides: 2, "sides north": 2, "sides south": 1, walls: 1, "walls north": 1 });
  });
});

describe("at1: the options of a new attribute", () => {
  const named = (...names: string[]) => names.reduce<NewOption[]>((options, name) => withLine(options).map((option, n) => (n === options.length ? { ...option, name } : option)), []);

  it("get colours of their own, and keys that stay apart after a line is removed", () => {
    const [first, second, third] = withLine(withLine(withLine([])));
    expect(new Set([first?.color, second?.color, third?.color]).size).toBe(3);
    const left = [first, third].flatMap((option) => option ?? []);
    expect(withLine(left).map(({ key }) => key)).toEqual([0, 2, 3]);
  });

  it("are the lines that have a name", () => {
    expect(namedOptions(named(" North ", "", "South", "  ")).map(({ name }) => name)).toEqual(["North", "South"]);
  });

  it("repeat a name if an earlier line has it in any case; lines without a name never do", () => {
    const options = named("North", "", "north ", "South", "", "North");
    expect(options.map((option) => repeats(options, option))).toEqual([false, false, true, false, false, true]);
  });
});
