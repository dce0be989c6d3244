import { describe, expect, it } from "vitest";
import type { ColumnTarget, ImportColumn } from "@/wire/http.generated";
import { formatOf } from "./format";
import type { Attribute } from "@/wire/generated";
import { firstChoices, keyOf, problemsOf, targetOf, unknownColumns } from "./mapping";

const column = (name: string, suggested: ColumnTarget | null): ImportColumn => ({ name, samples: [], filled: 1, suggested, attribute: "number" });
const columns = [column("issuekey", "key"), column("title", "title"), column("storypoint", null), column("storypoint", null)];

describe("the format of a file", () => {
  it("is guessed from its name", () => {
    expect(["archive.json", "mesos.CSV", "a.tsv", "notes"].map(formatOf)).toEqual(["github", "csv", "csv", null]);
  });
});

describe("the mapping of columns", () => {
  it("begins with the suggestion, and keeps unknown columns", () => {
    expect(firstChoices(columns)).toEqual({ issuekey: "key", title: "title", storypoint: "descriptionLine" });
    expect(unknownColumns(columns)).toEqual(["storypoint"]);
  });

  it("takes over what was chosen before", () => {
    expect(firstChoices(columns, { storypoint: "label" })).toMatchObject({ storypoint: "label" });
  });

  it("makes an attribute of a column, of the guessed type, or takes one that is there", () => {
    const points = column("storypoint", null);
    const known = [{ id: "a1" }] as unknown as Attribute[];
    expect(targetOf("newAttribute", points, known)).toEqual({ newAttribute: "number" });
    expect(targetOf("newAttribute", { ...points, attribute: null }, known)).toEqual({ newAttribute: "text" });
    expect(targetOf("a1", points, known)).toEqual({ attribute: "a1" });
    expect(targetOf("nothing", points, known)).toBeUndefined();
    expect([keyOf({ newAttribute: "date" }), keyOf({ attribute: "a1" }), keyOf("title")]).toEqual(["newAttribute", "a1", "title"]);
  });

  it("lets several columns be attributes, but not two of one name or one attribute", () => {
    expect(problemsOf({ t: "title", a: { newAttribute: "text" }, b: { newAttribute: "text" } })).toEqual({});
    expect(problemsOf({ t: "title", a: { newAttribute: "text" }, A: { newAttribute: "date" } })).toEqual({ A: "Already mapped from “a”." });
    expect(problemsOf({ t: "title", a: { attribute: "x" }, b: { attribute: "x" } })).toEqual({ b: "Already mapped from “a”." });
  });

  it("has one column for the title", () => {
    expect(problemsOf({ a: "label", b: "descriptionLine" })).toEqual({ "": "Choose a column for the title." });
    expect(problemsOf({ a: "title", b: "title" })).toEqual({ b: "Already mapped from “a”." });
  });

  it("lets several columns be labels, comments, lines, or left out", () => {
    const many: ColumnTarget[] = ["labels", "comment", "label", "descriptionLine", "ignore", "assignees"];
    for (const target of many) expect(problemsOf({ t: "title", a: target, b: target })).toEqual({});
  });
});
