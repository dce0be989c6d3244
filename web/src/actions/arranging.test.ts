import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import { sortLines } from "./arranging";

const names = (lines: { name: string; checked: boolean }[]) => lines.map(({ name, checked }) => (checked ? `[${name}]` : name));

describe("the ways to sort a place", () => {
  it("begin with its own order where it is a list, which has no other way round", () => {
    const { by, ways, name } = sortLines({ sort: "manual", descending: false }, true, builtIn);
    expect(names(by)).toEqual(["[Manual]", "Status", "Priority", "Start date", "Due date", "Assignees", "Labels", "Lists", "Reporter", "Created", "Last change", "Completion date", "Time in progress", "Delay", "Title"]);
    expect(ways).toEqual([]);
    expect(name).toBe("Manual");
  });

  it("say newest first in a place without an order of its own, and oldest first for the other direction", () => {
    const { by, ways, name } = sortLines({ sort: "manual", descending: false }, false, builtIn);
    expect(names(by)).toEqual(["Status", "Priority", "Start date", "Due date", "Assignees", "Labels", "Lists", "Reporter", "[Created]", "Last change", "Completion date", "Time in progress", "Delay", "Title"]);
    expect(names(ways)).toEqual(["[Newest first]", "Oldest first"]);
    expect(name).toBe("Newest first");
    const oldest = ways[1];
    expect(oldest).toMatchObject({ sort: "createdAt", descending: false });
    expect(sortLines({ sort: "createdAt", descending: false }, false, builtIn).name).toBe("Oldest first");
  });

  it("show what a heading of the sheet has chosen, in either kind of place", () => {
    expect(names(sortLines({ sort: "createdAt", descending: true }, false, builtIn).ways)).toEqual(["[Newest first]", "Oldest first"]);
    expect(names(sortLines({ sort: "createdAt", descending: true }, true, builtIn).ways)).toEqual(["[Newest first]", "Oldest first"]);
    expect(names(sortLines({ sort: "manual", descending: true }, false, builtIn).ways)).toEqual(["Newest first", "[Oldest first]"]);
  });

  it("are called after what they sort", () => {
    expect(names(sortLines({ sort: "title", descending: true }, true, builtIn).ways)).toEqual(["A to Z", "[Z to A]"]);
    expect(names(sortLines({ sort: "dueDate", descending: false }, true, builtIn).ways)).toEqual(["[Earliest first]", "Latest first"]);
  });
});
