import { expect, it } from "vitest";
import { blocks, greeting, readChoice } from "./blocks";

it("greets by the time of day", () => {
  expect([4, 5, 11, 12, 17, 18, 23].map((hour) => greeting("Ada", hour).split(" ")[1])).toEqual(["evening,", "morning,", "morning,", "afternoon,", "afternoon,", "evening,", "evening,"]);
  expect(greeting("Ada", 8)).toBe("Good morning, Ada");
});

it("reads the blocks that another build has stored: unknown ones are left out, and new ones are at the end", () => {
  expect(readChoice(null)).toEqual({ order: blocks, hidden: [] });
  expect(readChoice("{")).toEqual({ order: blocks, hidden: [] });
  const { order, hidden } = readChoice(JSON.stringify({ order: ["recent", "notes", "due", "recent"], hidden: ["unread", "notes"] }));
  expect(order).toEqual(["recent", "due", "unread", "activity", "sprints"]);
  expect(hidden).toEqual(["unread"]);
});
