import { describe, expect, it } from "vitest";
import { ticket as row } from "@/sync/testing/rows";
import type { View } from "@/sync/types";
import type { Link, Ticket } from "@/wire/generated";
import { isDeepest, linkObjections, parentObjections } from "./objections";

const tickets = [1, 2, 3, 4].map((n) => row(n, { id: `t${n}` }));
const one = (n: number) => tickets[n - 1] as Ticket;
const link = (kind: Link["kind"], from: number, to: number) =>
  ({ id: `${kind}${from}${to}`, kind, fromTicketId: `t${from}`, toTicketId: `t${to}`, createdUserId: "u", createdAt: "" }) as Link;
const viewOf = (...links: Link[]) =>
  ({
    tickets: Object.fromEntries(tickets.map((each) => [each.id, each])),
    links: Object.fromEntries(links.map((each) => [each.id, each])),
    shares: {},
  }) as Pick<View, "tickets" | "links" | "shares">;

describe("what speaks against a link", () => {
  const view = viewOf(link("blocks", 1, 2), link("blocks", 2, 3), link("relates", 4, 1));

  it("is a loop of blocking, however long the way round is (f08)", () => {
    expect(linkObjections(view, one(1), "blockedBy")(one(2))).toBe("loop");
    expect(linkObjections(view, one(1), "blockedBy")(one(3))).toBe("loop");
    expect(linkObjections(view, one(3), "blocks")(one(1))).toBe("loop");
    expect(linkObjections(view, one(1), "blocks")(one(3))).toBeNull();
    expect(linkObjections(view, one(1), "relates")(one(3))).toBeNull();
  });

  it("is the same link, from either side where it has none", () => {
    expect(linkObjections(view, one(1), "blocks")(one(2))).toBe("linked");
    expect(linkObjections(view, one(2), "blockedBy")(one(1))).toBe("linked");
    expect(linkObjections(view, one(1), "relates")(one(4))).toBe("linked");
    expect(linkObjections(view, one(1), "duplicates")(one(4))).toBeNull();
  });

  it("is that only one of the two is private", () => {
    expect(linkObjections(view, one(1), "relates")({ ...one(3), private: true })).toBe("private");
  });
});

describe("hm5: between a restricted list and the workspace", () => {
  const share = { id: "s", listId: "r", userId: "u", level: "edit", createdAt: "" };
  const secret = { ...one(1), lists: [{ listId: "r", rank: "V" }] };
  const view = { ...viewOf(), tickets: { ...viewOf().tickets, t1: secret }, shares: { s: share } };

  it("tasks relate to and duplicate each other, and neither block each other nor are parent and subtask", () => {
    expect([linkObjections(view, secret, "relates")(one(2)), linkObjections(view, one(2), "duplicates")(secret)]).toEqual([null, null]);
    expect([linkObjections(view, secret, "blocks")(one(2)), linkObjections(view, one(2), "blockedBy")(secret)]).toEqual(["home", "home"]);
    expect([parentObjections(view, secret)(one(2)), parentObjections(view, one(2))(secret)]).toEqual(["home", "home"]);
    expect(parentObjections(view, one(2))(one(3))).toBeNull();
  });
});

describe("what speaks against a parent", () => {
  it("is that it stands below the task", () => {
    const family = [row(1, { id: "t1", subtasksOrder: ["t2"] }), row(2, { id: "t2", subtasksOrder: ["t3"] }), row(3, { id: "t3" }), row(4, { id: "t4" })];
    const objects = parentObjections({ tickets: Object.fromEntries(family.map((each) => [each.id, each])), shares: {} }, family[0] as Ticket);
    expect(family.map(objects)).toEqual(["loop", "loop", "loop", null]);
  });

  /** Tasks `from` to `to`, each the parent of the next. */
  const line = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => {
      const n = from + at;
      return row(n, { id: `t${n}`, parentTicketId: n > from ? `t${n - 1}` : null, subtasksOrder: n < to ? [`t${n + 1}`] : [] });
    });
  const viewOfAll = (rows: Ticket[]) => ({ tickets: Object.fromEntries(rows.map((each) => [each.id, each])), shares: {} });
  const at = (rows: Ticket[], n: number) => rows.find(({ id }) => id === `t${n}`) as Ticket;

  it("is that the task would stand more than 50 levels deep (f08)", () => {
    const rows = [...line(1, 51), row(99, { id: "t99" })];
    const objects = parentObjections(viewOfAll(rows), at(rows, 99));
    expect(objects(at(rows, 50))).toBeNull();
    expect(objects(at(rows, 51))).toBe("deep");
    expect(isDeepest(viewOfAll(rows), "t50")).toBe(false);
    expect(isDeepest(viewOfAll(rows), "t51")).toBe(true);
  });

  it("is that a subtask of the task would, whichever end grows", () => {
    const rows = [...line(1, 30), ...line(101, 122)];
    expect(parentObjections(viewOfAll(rows), at(rows, 101))(at(rows, 30))).toBe("deep");
    expect(parentObjections(viewOfAll(rows), at(rows, 101))(at(rows, 29))).toBe(null);
    expect(parentObjections(viewOfAll(rows), at(rows, 102))(at(rows, 30))).toBe(null);
  });
});
