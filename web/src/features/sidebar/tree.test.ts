import { describe, expect, it } from "vitest";
import { list } from "@/sync/testing/rows";
import type { Group } from "@/wire/generated";
import { flatten, height, treeOf, type GroupNode } from "./tree";

const group = (id: string, parentGroupId: string | null = null): Group => ({ id, name: id, color: "red", rank: id, parentGroupId, createdAt: "2026-01-01T00:00:00Z" });
const inGroup = (n: number, groupId: string | null) => ({ ...list(n), groupId });
const shape = ({ group: { id }, lists, groups }: GroupNode): unknown => [id, lists.map(({ name }) => name), groups.map(shape)];

describe("the groups of the sidebar", () => {
  const lists = [inGroup(1, null), inGroup(2, "b"), inGroup(3, "a"), inGroup(4, "gone")];
  const tree = treeOf(lists, [group("a"), group("b", "a"), group("c", "gone")]);

  it("gr3: a list stands in its group, and outside of all groups if the group is not known here", () => {
    expect(tree.lists.map(({ name }) => name)).toEqual(["List 1", "List 4"]);
    expect(tree.groups.map(shape)).toEqual([
      ["a", ["List 3"], [["b", ["List 2"], []]]],
      ["c", [], []],
    ]);
  });

  it("gr2: levels are counted from the outside", () => {
    expect(flatten(tree.groups).map(({ group: { id }, level }) => [id, level])).toEqual([["a", 1], ["b", 2], ["c", 1]]);
    expect(tree.groups.map(height)).toEqual([2, 1]);
  });
});
