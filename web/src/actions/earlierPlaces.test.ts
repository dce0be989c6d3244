import { beforeEach, describe, expect, it } from "vitest";
import { earlierIn, isReadyToMove, splitEarlier } from "./earlierPlaces";

const whose = { workspaceId: "w1", me: "ana" };
const put = (key: string, value: unknown) => localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));
const patches = () => Object.assign({}, ...earlierIn(localStorage, whose).map(({ patch }) => patch ?? {}));

beforeEach(() => localStorage.clear());

describe("what a browser of an earlier build has kept", () => {
  it("nt19, nt20: becomes one patch of the preferences", () => {
    put("troupe.favorites.w1.ana", [{ kind: "list", id: "a", rank: 1 }, { kind: "page", id: "mine" }, { kind: "moon", id: "x" }]);
    put("troupe.pages", { ana: { trash: false, completed: true, order: ["inbox", "home"] } });
    put("troupe.keys", { ana: { keys: { "go.inbox": "Q I", "ticket.status": "" }, singles: false } });
    splitEarlier(localStorage, "ana", ["w1"]);
    expect(patches()).toEqual({
      favorites: { add: [{ kind: "list", id: "a" }, { kind: "page", id: "mine" }] },
      pages: { shown: { trash: false, completed: true }, order: ["inbox", "home"] },
      shortcuts: { keys: { "go.inbox": "Q I", "ticket.status": "" }, singles: false },
    });
  });

  it("belongs to a person: pages and keys go to each of the workspaces, and those of other people stay", () => {
    put("troupe.pages", { ana: { trash: false }, ben: { home: false } });
    put("troupe.keys", { ana: { keys: { "go.inbox": "Q I" }, singles: true } });
    splitEarlier(localStorage, "ana", ["w1", "w2"]);
    expect(Object.keys({ ...localStorage }).sort()).toEqual(["troupe.keys.w1.ana", "troupe.keys.w2.ana", "troupe.pages", "troupe.pages.w1.ana", "troupe.pages.w2.ana"]);
    expect(JSON.parse(localStorage.getItem("troupe.pages") ?? "")).toEqual({ ben: { home: false } });
    splitEarlier(localStorage, "ana", ["w1", "w2"]);
    expect(patches()).toEqual({ pages: { shown: { trash: false }, order: [] }, shortcuts: { keys: { "go.inbox": "Q I" }, singles: true } });
  });

  it("is nothing without a choice, or if it is broken", () => {
    for (const [favorites, pages, keys] of [["[]", {}, { keys: {}, singles: true }], ["{", "7", "null"], [[{ kind: "list", id: "a b" }], { "": true }, { keys: { "go.inbox": "Q".repeat(61) } }]]) {
      put("troupe.favorites.w1.ana", favorites);
      put("troupe.pages.w1.ana", pages);
      put("troupe.keys.w1.ana", keys);
      expect(earlierIn(localStorage, whose).map(({ part, patch }) => [part, patch])).toEqual([["favorites", null], ["pages", null], ["shortcuts", null]]);
    }
  });

  it("moves once the rows are complete and those of a node that knows the fields", () => {
    const now = { ready: true, connection: "live", schema: 11 } as const;
    expect(isReadyToMove(now)).toBe(true);
    expect([{ ...now, ready: false }, { ...now, connection: "offline" } as const, { ...now, schema: 10 }].map(isReadyToMove)).toEqual([false, false, false]);
  });
});
