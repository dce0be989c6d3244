import { beforeEach, expect, it } from "vitest";
import { keepListView, most } from "./keepListView";
import { listViews, listViewsKey } from "./listViews";

const key = listViewsKey("w", "ana");
beforeEach(() => localStorage.clear());

it("keeps the view of each list, and forgets it when the list is back in the default view", () => {
  keepListView(key, "one", "kanban");
  keepListView(key, "two", "gantt");
  keepListView(key, "one", "calendar");
  expect(listViews(key)).toEqual({ one: "calendar", two: "gantt" });
  keepListView(key, "one", null);
  expect(listViews(key)).toEqual({ two: "gantt" });
  expect(listViews(listViewsKey("w", "ben"))).toEqual({});
});

it("drops the views of the lists that were changed longest ago", () => {
  for (let at = 0; at <= most; at += 1) keepListView(key, `list ${at}`, "kanban");
  expect(Object.keys(listViews(key))).toHaveLength(most);
  expect(listViews(key)).not.toHaveProperty("list 0");
});

it("reads nothing from what it does not understand", () => {
  for (const text of ["{", "null", "7"]) {
    localStorage.setItem(key, text);
    expect(listViews(key).one).toBeUndefined();
  }
});
