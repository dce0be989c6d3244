import { describe, expect, it } from "vitest";
import { ticket } from "@/sync/testing/views";
import { linesOf } from "./lines";
import { nested, parentsFollower } from "./tree";

const parents = new Map([["b", "a"], ["c", "b"], ["e", "x"]]);
const shape = (ids: string[]) => nested(ids, parents).map(({ ticketId, level, below }) => `${ticketId}${level}${below}`);

describe("the tree of a group", () => {
  it("has each subtask below its parent, in the order of the group", () => {
    expect(shape(["c", "d", "b", "a"])).toEqual(["d00", "a02", "b11", "c20"]);
  });

  it("has a subtask at the top if the group lacks its parent", () => {
    expect(shape(["c", "e", "a"])).toEqual(["c00", "e00", "a00"]);
  });

  it("has every ticket once, also if parents stand in a circle", () => {
    const circle = new Map([["a", "b"], ["b", "a"]]);
    expect(nested(["a", "b", "c"], circle).map(({ ticketId }) => ticketId)).toEqual(["c", "a", "b"]);
  });
});

describe("the parents in a place", () => {
  const groups = [{ id: "g", ticketIds: ["t1", "t2"] }];
  const at = (parentTicketId: string | null, title = "A") => ({ tickets: { t1: ticket("t1"), t2: ticket("t2", { parentTicketId, title }) } });

  it("stay the same while other values change", () => {
    const follow = parentsFollower(groups);
    const first = follow(at("t1"));
    expect([...first]).toEqual([["t2", "t1"]]);
    expect(follow(at("t1", "B"))).toBe(first);
    expect([...follow(at(null))]).toEqual([]);
  });
});

describe("the lines of a tree", () => {
  const lines = (folded: string[]) =>
    linesOf({ groups: [{ id: "g", ticketIds: ["a", "d", "b", "c"] }], folded, headless: true, showEmpty: false, mayAdd: false, writing: null, parents }).flatMap((line) =>
      line.kind === "ticket" ? [`${line.number}${line.ticketId}${line.level}${line.closed === null ? "" : line.closed ? "+" : "-"}`] : [],
    );

  it("say how deep a ticket stands, and whether its subtasks are shown", () => {
    expect(lines([])).toEqual(["1a0-", "2b1-", "3c2", "4d0"]);
  });

  it("leave out what is below a closed ticket, and count it", () => {
    expect(lines(["b"])).toEqual(["1a0-", "2b1+", "4d0"]);
    expect(lines(["a", "b"])).toEqual(["1a0+", "4d0"]);
  });

  it("have no triangle if the place has no tree", () => {
    const flat = linesOf({ groups: [{ id: "g", ticketIds: ["a", "b"] }], folded: ["a"], headless: true, showEmpty: false, mayAdd: false, writing: null });
    expect(flat).toMatchObject([{ ticketId: "a", level: 0, closed: null }, { ticketId: "b", level: 0, closed: null }]);
  });
});
