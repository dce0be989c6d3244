import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import type { Place } from "@/fields/arrange/place";
import { quickFilters, toggled } from "./quickFilters";

const all: Place = { collection: "all", listId: null };
const names = (place: Place, fields = builtIn) => quickFilters(place, {}, fields).map(({ name }) => name);

describe("quick filters", () => {
  it("are set and removed, and say whether they are set", () => {
    const [mine] = quickFilters(all, {}, builtIn);
    if (!mine) throw new Error("no filter");
    expect(mine.isSet).toBe(false);
    const filters = toggled({ priority: ["day"] }, mine);
    expect(filters).toEqual({ priority: ["day"], assignees: ["me"] });
    const [set] = quickFilters(all, filters, builtIn);
    expect(set?.isSet).toBe(true);
    expect(set && toggled(filters, set).assignees).toEqual([]);
    expect(quickFilters(all, { assignees: ["me", "none"] }, builtIn)[0]?.isSet).toBe(false);
  });

  it("are those that the page can use, of fields that the workspace shows", () => {
    expect(names(all)).toEqual(["My tasks", "Due this week", "Hide completed"]);
    expect(names({ collection: "mine", listId: null })).toEqual(["Due this week"]);
    expect(names({ collection: "completed", listId: null })).toEqual(["My tasks", "Due this week"]);
    expect(names(all, builtIn.filter(({ id }) => id !== "dueDate"))).toEqual(["My tasks", "Hide completed"]);
  });
});
