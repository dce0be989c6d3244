import { describe, expect, it } from "vitest";
import { bring, differences } from "./merge";
import { node, wordsOf, type TreeNode } from "./tree";

const blocks = (letters: string): TreeNode[] => letters.split("").filter((letter) => letter !== "-").map((letter) => node("paragraph", {}, [[{ text: letter, marks: {} }]]));
const lettersOf = (made: readonly TreeNode[]) => wordsOf(made).replaceAll("\n", "");

/** The result, and the own blocks that are lost. */
function merged(base: string, mine: string, theirs: string): [string, string] {
  const { changes, lost } = bring(blocks(base), blocks(mine), blocks(theirs));
  const result = blocks(theirs);
  for (const { from, to, blocks: put } of changes) result.splice(from, to - from, ...put);
  return [lettersOf(result), lettersOf(lost)];
}

describe("the differences of two texts", () => {
  it.each([
    ["abc", "abc", []],
    ["abc", "abXc", [[2, 2, "X"]]],
    ["abc", "ac", [[1, 2, ""]]],
    ["abc", "aXc", [[1, 2, "X"]]],
    ["abcd", "aXYd", [[1, 2, "X"], [2, 3, "Y"]]],
    ["", "ab", [[0, 0, "ab"]]],
    ["abcdef", "XbcdeYZ", [[0, 1, "X"], [5, 6, "YZ"]]],
  ])("from %j to %j", (before, after, expected) => {
    expect(differences(blocks(before), blocks(after)).map(({ from, to, blocks: put }) => [from, to, lettersOf(put)])).toEqual(expected);
  });
});

describe("tx16 own changes on another history", () => {
  it.each([
    ["a changed block", "abc", "aXc", "abc", "aXc", ""],
    ["a change beside another person's", "abc", "aXc", "Ybc", "YXc", ""],
    ["a block behind added ones", "abc", "abcX", "ZZabc", "ZZabcX", ""],
    ["added blocks at one place, the own ones last", "ab", "aXb", "aYb", "aYXb", ""],
    ["a removed block", "abc", "ac", "abcZ", "acZ", ""],
    ["a removed block that others have changed", "abc", "ac", "aYc", "aYc", ""],
    ["a block that others have changed too", "abc", "aXc", "aYc", "aYc", "X"],
    ["a block that others have removed", "abc", "aXc", "ac", "ac", "X"],
    ["the same change", "abc", "aXc", "aXc", "aXc", ""],
    ["everything, in an empty text", "", "XY", "", "XY", ""],
  ])("%s", (_, base, mine, theirs, result, lost) => {
    expect(merged(base, mine, theirs)).toEqual([result, lost]);
  });
});
