import { expect, it } from "vitest";
import { occurrenceIn } from "./occurrence";

function select(html: string, from: [selector: string, offset: number], to: [selector: string, offset: number]) {
  document.body.innerHTML = `<div>${html}</div>`;
  const range = document.createRange();
  const text = (selector: string) => document.querySelector(selector)!.firstChild!;
  range.setStart(text(from[0]), from[1]);
  range.setEnd(text(to[0]), to[1]);
  return occurrenceIn(document.querySelector("div")!, range);
}

it("ct9 selected words are found again among equal words", () => {
  const html = "<p id=a>one two</p><p id=b>one <b id=c>two</b></p>";
  expect(select(html, ["#a", 0], ["#a", 3])).toEqual({ words: "one", nth: 0 });
  expect(select(html, ["#b", 0], ["#b", 3])).toEqual({ words: "one", nth: 1 });
  expect(select(html, ["#b", 0], ["#c", 3])).toEqual({ words: "one two", nth: 1 });
});

it("ct9 a selection without words is no passage", () => {
  expect(select("<p id=a>  x</p>", ["#a", 0], ["#a", 2])).toBeNull();
});
