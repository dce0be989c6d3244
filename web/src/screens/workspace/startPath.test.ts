import { describe, expect, it } from "vitest";
import { startPath } from "./startPath";

type Rows = Parameters<typeof startPath>[2];
const rows = {
  lists: { open: { id: "open", archivedAt: null }, put: { id: "put", archivedAt: "2026-06-01T00:00:00Z" } },
  components: {},
  fixVersions: {},
  sprints: { s: { id: "s" } },
  members: { ben: { userId: "ben" } },
} as unknown as Rows;

describe("the start page", () => {
  it("is the usual list, unless the person has chosen a page", () => {
    expect(startPath("list", "inbox", rows, false)).toBeNull();
    expect(["mine", "home", "inbox"].map((start) => startPath(start as "mine", null, rows, false))).toEqual(["mine", "home", "inbox"]);
  });

  it("is the page that was open last, if it still exists", () => {
    const known = (last: string | null) => startPath("page", last, rows, false);
    expect(["roadmap", "list/open", "sprint/s", "person/ben"].map(known)).toEqual(["roadmap", "list/open", "sprint/s", "person/ben"]);
    expect(["list/put", "list/gone", "sprint/gone", "person/gone", null].map(known)).toEqual([null, null, null, null, null]);
  });

  it("is the first list of a workspace without tasks, or Home", () => {
    expect(["page", "mine", "inbox"].map((start) => startPath(start as "mine", "roadmap", rows, true))).toEqual([null, null, null]);
    expect(startPath("home", null, rows, true)).toBe("home");
  });
});
