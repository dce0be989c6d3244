import { describe, expect, it } from "vitest";
import { asNewTicket, draftOf, isTouched } from "./draft";

const lists = [
  { id: "backlog", name: "Backlog", suggested: true },
  { id: "general", name: "General", suggested: true },
  { id: "own", name: "General", suggested: false },
];
const around = { listId: null, isPrivate: false, lists };

describe("a draft", () => {
  it("goes to the list asked for, else the one that is shown, else General", () => {
    expect(draftOf({ listId: "own" }, { ...around, listId: "backlog" }).listIds).toEqual(["own"]);
    expect(draftOf({}, { ...around, listId: "backlog" }).listIds).toEqual(["backlog"]);
    expect(draftOf({}, around).listIds).toEqual(["general"]);
    expect(draftOf({}, { ...around, lists: [] }).listIds).toEqual([]);
  });

  it("is private where the place is", () => {
    expect(draftOf({}, { ...around, isPrivate: true }).private).toBe(true);
    expect(draftOf({ private: false }, { ...around, isPrivate: true }).private).toBe(false);
  });

  it("asks before it is lost once something was written", () => {
    const first = draftOf({ title: "From the palette" }, around);
    expect(isTouched(first, first)).toBe(false);
    expect(isTouched({ ...first, title: "Else" }, first)).toBe(true);
  });

  it("says only what it says", () => {
    const draft = { ...draftOf({}, around), title: "  A task " };
    expect(asNewTicket(draft)).toEqual({ title: "A task", listIds: ["general"] });
    expect(asNewTicket({ ...draft, priority: "day", dueDate: "2026-04-28", description: "Why" })).toEqual({
      title: "A task",
      listIds: ["general"],
      priority: "day",
      dueDate: "2026-04-28",
      description: "Why",
    });
  });

  it("has nobody else in it while it is private", () => {
    const draft = { ...draftOf({ title: "Mine" }, around), private: true, assigneesIds: ["somebody"] };
    expect(asNewTicket(draft)).toEqual({ title: "Mine", listIds: ["general"], private: true });
  });
});
