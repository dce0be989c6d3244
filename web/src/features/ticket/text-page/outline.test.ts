import { describe, expect, it } from "vitest";
import { areSame, headingsIn, inSight } from "./outline";

function text(html: string): HTMLElement {
  document.body.innerHTML = `<div>${html}</div>`;
  return document.body.firstElementChild as HTMLElement;
}

describe("the outline of a text", () => {
  it("has the headings that are shown, by the levels that the text has, and without the title of the page", () => {
    const found = headingsIn(text(`<h2>The task</h2><h4 data-level="2">Plan</h4><h5 data-level="4">Ships</h5><h4 data-level="2">Risks</h4><h3> </h3>`));
    expect(found.map(({ words, indent }) => [words, indent])).toEqual([["Plan", 0], ["Ships", 1], ["Risks", 0]]);
  });

  it("leaves out folded sections, and the names of people who write in a heading", () => {
    const found = headingsIn(text(`<h3>Pl<span>\u2060</span><span data-caret="b"><span>Ben</span></span>an</h3><details><h3>Folded</h3></details><div hidden><h3>Folded too</h3></div><details open><h3>Open</h3></details>`));
    expect(found.map(({ words }) => words)).toEqual(["Plan", "Open"]);
  });

  it("is drawn again only if the headings have changed", () => {
    const root = text("<h3>One</h3><p>words</p>");
    const before = headingsIn(root);
    root.querySelector("p")?.append(" more");
    expect(areSame(before, headingsIn(root))).toBe(true);
    root.querySelector("h3")?.append(" more");
    expect(areSame(before, headingsIn(root))).toBe(false);
  });

  it("marks the last heading above the line, or the first one", () => {
    expect([inSight([-300, 20, 400], 72), inSight([100, 400], 72), inSight([-900, -500], 72), inSight([], 72)]).toEqual([1, 0, 1, -1]);
  });
});
