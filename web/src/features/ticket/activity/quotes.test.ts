import { expect, it } from "vitest";
import { blocksOf } from "@/sync/texts/fromMarkdown";
import { markdownOfWords, quoted, selectedIn, withQuote } from "./quotes";

it("a comment that is quoted stays one quote, with its code and lists", () => {
  const quote = quoted("One\n\n```js\na\n```\n\n- two\n");
  expect(quote).toBe("> One\n>\n> ```js\n> a\n> ```\n>\n> - two");
  expect(blocksOf(quote)).toMatchObject([{ name: "blockquote", content: [{ name: "paragraph" }, { name: "codeBlock" }, { name: "bulletList" }] }]);
});

it("selected words are quoted as words, whatever they look like", () => {
  expect(quoted(markdownOfWords("# not a *heading*\n\n- no list"))).toBe("> \\# not a \\*heading\\*\n>\n> \\- no list");
});

it("a quote comes behind what is written, and the answer behind the quote", () => {
  expect(withQuote("", "> a")).toBe("> a\n\n");
  expect(withQuote("Words ", "> a")).toBe("Words\n\n> a\n\n");
});

it("words that are selected elsewhere are not quoted", () => {
  document.body.innerHTML = "<p id=one>One two</p><p id=other>Three</p>";
  const one = document.querySelector("#one")!;
  const range = document.createRange();
  range.selectNodeContents(one);
  getSelection()!.addRange(range);
  expect(selectedIn(one)).toBe("One two");
  expect(selectedIn(document.querySelector("#other"))).toBe("");
  getSelection()!.removeAllRanges();
  expect(selectedIn(one)).toBe("");
});
