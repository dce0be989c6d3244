import { beforeEach, describe, expect, it } from "vitest";
import { assignees } from "@/fields/assignees";
import { dueDate } from "@/fields/dates";
import { NONE } from "@/fields/options";
import { priority } from "@/fields/priority";
import { status } from "@/fields/status";
import { today } from "@/lib/plainDate";
import { clearSelection, rangeOf, select, selectAll } from "./selection";
import { setTarget, useTarget } from "./target";
import { ticketIn } from "./writeTicket";

const order = ["a", "b", "c", "d", "e"];
const selected = () => useTarget.getState().selected;

describe("a selection", () => {
  beforeEach(() => {
    clearSelection();
    setTarget({ selected: [] });
  });

  it("toggles a row, and is told in the order of the view", () => {
    select("d", order);
    select("b", order);
    expect(selected()).toEqual(["b", "d"]);
    select("d", order);
    expect(selected()).toEqual(["b"]);
  });

  it("takes a range from the row that was ticked last, up or down, and keeps the rest", () => {
    select("e", order);
    select("c", order);
    select("a", order, true);
    expect(selected()).toEqual(["a", "b", "c", "e"]);
  });

  it("is one row where the other end of the range is gone", () => {
    expect(rangeOf(order, "z", "b")).toEqual(["b"]);
    expect(rangeOf(order, null, "b")).toEqual(["b"]);
  });

  it("holds a ticket once that stands in two groups", () => {
    selectAll(["a", "b", "a"]);
    expect(selected()).toEqual(["a", "b"]);
  });

  it("keeps what the filters hide", () => {
    select("e", order);
    select("a", ["a", "b"]);
    expect(selected()).toEqual(["a", "e"]);
  });
});

describe("a ticket that is written into a group", () => {
  const around = { me: "ana", general: "general" };
  const list = { collection: "list", listId: "draft-20" } as const;

  it("has the group's value and the list", () => {
    expect(ticketIn(list, status, "blocked", around)).toEqual({ listIds: ["draft-20"], statusId: "blocked" });
    expect(ticketIn(list, priority, "week", around)).toEqual({ listIds: ["draft-20"], priority: "week" });
    expect(ticketIn(list, assignees, "bob", around)).toEqual({ listIds: ["draft-20"], assigneesIds: ["bob"] });
  });

  it("has no value in the group of those without one", () => {
    expect(ticketIn(list, assignees, NONE, around)).toEqual({ listIds: ["draft-20"] });
    expect(ticketIn(list, priority, NONE, around)).toEqual({ listIds: ["draft-20"] });
  });

  it("is its writer's among their own, and in General", () => {
    expect(ticketIn({ collection: "mine", listId: null }, undefined, NONE, around)).toEqual({ listIds: ["general"], assigneesIds: ["ana"] });
  });

  it("is due on a day of the period that it is written in", () => {
    expect(ticketIn(list, dueDate, "today", around)).toEqual({ listIds: ["draft-20"], dueDate: today() });
    for (const group of ["overdue", NONE]) expect(ticketIn(list, dueDate, group, around)).toEqual({ listIds: ["draft-20"] });
  });

  it("is assigned to the person whose page it is written on", () => {
    expect(ticketIn({ collection: "person", listId: null, recordId: "bob" }, status, "todo", around)).toEqual({ listIds: ["general"], statusId: "todo", assigneesIds: ["bob"] });
  });

  it("is private among private tasks, and in no other place", () => {
    expect(ticketIn({ collection: "private", listId: null }, status, "todo", around)).toEqual({ private: true, statusId: "todo" });
  });
});
