import { beforeEach, describe, expect, it } from "vitest";
import { scrollBack, scrolledIn } from "./scrolled";

const page = (html: string): Element => {
  document.body.innerHTML = html;
  return document.body;
};
const columns = '<div class="board wide"><ul class="cards"></ul><ul class="cards"></ul></div><aside><div class="body"></div></aside>';

beforeEach(() => (document.body.innerHTML = ""));

describe("the scroll positions of a page", () => {
  it("are restored on the same page", () => {
    const before = page(columns);
    before.querySelector(".board")!.scrollLeft = 40;
    before.querySelectorAll(".cards")[1]!.scrollTop = 300;
    const kept = scrolledIn(before);
    expect(kept).toEqual([
      { className: "board", at: 0, top: 0, left: 40 },
      { className: "cards", at: 1, top: 300, left: 0 },
    ]);
    const now = page(`<p class="banner"></p>${columns}`);
    expect(scrollBack(now, kept)).toEqual([]);
    expect(now.querySelector(".board")!.scrollLeft).toBe(40);
    expect([...now.querySelectorAll(".cards")].map(({ scrollTop }) => scrollTop)).toEqual([0, 300]);
  });

  it("wait for elements that do not exist yet", () => {
    const kept = [{ className: "cards", at: 1, top: 300, left: 0 }];
    expect(scrollBack(page('<ul class="cards"></ul>'), kept)).toEqual(kept);
    expect(scrollBack(page(columns), kept)).toEqual([]);
  });

  it("are not restored in elements that are left out", () => {
    const root = page(columns);
    const kept = [
      { className: "board", at: 0, top: 10, left: 0 },
      { className: "body", at: 0, top: 20, left: 0 },
    ];
    expect(scrollBack(root, kept, (element) => element.closest("aside") !== null)).toEqual([]);
    expect([root.querySelector(".board")!.scrollTop, root.querySelector(".body")!.scrollTop]).toEqual([0, 20]);
  });

  it("do not include those of text fields", () => {
    const root = page('<textarea class="text"></textarea>');
    root.querySelector("textarea")!.scrollTop = 50;
    expect(scrolledIn(root)).toEqual([]);
  });
});
