import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import { fieldsOf } from "@/fields/registry";
import { attribute } from "@/sync/testing/rows";
import { asNewTicket, chosenIn, draftOf, isTouched, missingIn } from "./draft";

const lists = [
  { id: "backlog", name: "Backlog", suggested: true },
  { id: "general", name: "General", suggested: true },
  { id: "own", name: "General", suggested: false },
];
const around = { listId: null, isPrivate: false, lists };

const listsOf = (...args: Parameters<typeof draftOf>) => chosenIn(draftOf(...args), { id: "lists" });

describe("a draft", () => {
  it("goes to the list asked for, else the one that is shown, else General", () => {
    expect(listsOf({ listId: "own" }, { ...around, listId: "backlog" })).toEqual(["own"]);
    expect(listsOf({}, { ...around, listId: "backlog" })).toEqual(["backlog"]);
    expect(listsOf({}, around)).toEqual(["general"]);
    expect(listsOf({}, { ...around, lists: [] })).toEqual([]);
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
    expect(asNewTicket(draft, builtIn)).toEqual({ title: "A task", listIds: ["general"] });
    expect(asNewTicket({ ...draft, description: "Why", values: { ...draft.values, priority: ["day"], dueDate: ["2026-04-28"] } }, builtIn)).toEqual({
      title: "A task",
      listIds: ["general"],
      priority: "day",
      dueDate: "2026-04-28",
      description: "Why",
    });
  });

  it("asks for the values of required attributes, and for no others", () => {
    const [place, effort, size] = [{ ...attribute(1), required: true }, { ...attribute(2, "number"), required: true, defaultValue: 3 }, attribute(3)];
    const config = { workspace: null, members: {}, statuses: {}, lists: {}, labels: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, shares: {}, me: null };
    const fields = fieldsOf({ ...config, attributes: { [place.id]: place, [effort.id]: effort, [size.id]: size } });
    const draft = { ...draftOf({}, around), title: "A task" };
    expect(missingIn(draft, fields).map(({ id }) => id)).toEqual([place.id]);
    const filled = { ...draft, values: { ...draft.values, [place.id]: ["Pier"], [effort.id]: ["2,5"] } };
    expect(missingIn(filled, fields)).toEqual([]);
    expect(asNewTicket(filled, fields).fields).toEqual({ [place.id]: "Pier", [effort.id]: 2.5 });
  });

  it("names no other person while it is private", () => {
    const first = draftOf({ title: "Mine" }, around);
    const draft = { ...first, private: true, values: { ...first.values, assignees: ["ben"] } };
    expect(asNewTicket(draft, builtIn)).toEqual({ title: "Mine", listIds: ["general"], private: true });
  });
});
