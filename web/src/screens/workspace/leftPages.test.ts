import { beforeEach, describe, expect, it } from "vitest";
import { LeftPages, readLeftPages } from "./leftPages";

const scrolled = (top: number) => [{ className: "sheet", at: 0, top, left: 0 }];
const open = () => new LeftPages(() => sessionStorage);

beforeEach(() => sessionStorage.clear());

describe("the pages that a tab has left", () => {
  it("keep their scroll positions after a reload, without the selected tickets", () => {
    const before = open();
    before.set("a", { scrolled: scrolled(300), selected: ["t1"] });
    expect(before.get("a")?.selected).toEqual(["t1"]);
    before.store();
    const after = open();
    expect(after.get("a")).toEqual({ scrolled: scrolled(300), selected: [] });
    after.forget("a");
    expect(after.get("a")).toBeUndefined();
  });

  it("are the newest fifty", () => {
    const pages = open();
    for (let n = 0; n < 51; n += 1) pages.set(`p${n}`, { scrolled: scrolled(n), selected: [] });
    pages.set("p1", { scrolled: scrolled(1), selected: [] });
    pages.set("new", { scrolled: [], selected: [] });
    expect(["p0", "p1", "p2", "p3", "new"].map((entry) => pages.get(entry) !== undefined)).toEqual([false, true, false, true, true]);
    pages.store();
    expect(readLeftPages(sessionStorage.getItem("troupe.left")).size).toBe(50);
  });

  it("work until a reload if the browser denies storage", () => {
    const denied = new LeftPages(() => {
      throw new DOMException("denied", "SecurityError");
    });
    denied.set("a", { scrolled: scrolled(5), selected: [] });
    denied.store();
    expect(denied.get("a")?.scrolled).toEqual(scrolled(5));
  });

  it("are read from storage without unknown parts", () => {
    const stored = JSON.stringify([["a", [...scrolled(9), { className: "x", at: 0, top: null, left: 0 }, null]], ["b"], [7, []], null]);
    expect([...readLeftPages(stored)]).toEqual([["a", { scrolled: scrolled(9), selected: [] }]]);
    for (const broken of [null, "", "{", "null", "7", "{}"]) expect(readLeftPages(broken).size).toBe(0);
  });
});
