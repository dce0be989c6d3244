import { describe, expect, it } from "vitest";
import type { LabelSet } from "@/wire/generated";
import { Draft, emptyTables } from "../../tables/tables";
import { label } from "../../testing/rows";
import { labelled, oneOfSingleSets } from "./labelled";

const [stone, wood, small, large, other] = [1, 2, 3, 4, 5].map((n) => label(n).id) as [string, string, string, string, string];
const sets: LabelSet[] = [
  { id: "material", name: "Material", single: true, labelsOrder: [stone, wood] },
  { id: "size", name: "Size", single: false, labelsOrder: [small, large, "gone"] },
];
const rows = new Draft({ ...emptyTables, label: Object.fromEntries([1, 2, 3, 4, 5].map((n) => [label(n).id, label(n)])) });

describe("at14: the value of an attribute of labels", () => {
  it.each([
    ["adds labels of several sets", [small], { add: [large, stone] }, [small, large, stone]],
    ["replaces the other label of a set with one choice by an added label", [stone, small], { add: [wood] }, [small, wood]],
    ["keeps the last of several labels of a set that are added at once", [small], { add: [wood, stone] }, [small, stone]],
    ["keeps the last of several labels of a set that are set at once", [], [wood, small, stone], [small, stone]],
    ["keeps both labels of a set to which nothing is added", [stone, wood], { add: [small] }, [stone, wood, small]],
    ["is null without labels", [small], { remove: [small] }, null],
    ["refuses a label of no set", [], { add: [other] }, undefined],
    ["refuses a label that is gone", [], { add: ["gone"] }, undefined],
    ["refuses a text", [], "stone", undefined],
  ] as const)("%s", (_, before, edit, after) => {
    const mutable = typeof edit === "string" ? edit : "length" in edit ? [...edit] : { add: [], remove: [], ...edit };
    expect(labelled(rows, sets, [...before], mutable as never)).toEqual(after);
  });

  it("at15: may name a label that has left the sets, as long as the value has the label", () => {
    expect(labelled(rows, sets, [other], { add: [other, small], remove: [] })).toEqual([other, small]);
  });
});

it("at14: labels outside of sets with one choice are never replaced", () => {
  expect(oneOfSingleSets(sets, [stone, small, other, wood], [wood])).toEqual([small, other, wood]);
  expect(oneOfSingleSets([], [stone, wood], [stone, wood])).toEqual([stone, wood]);
});
