import { describe, expect, it } from "vitest";
import type { ColumnTarget, ImportColumn } from "@/wire/http.generated";
import { formatOf } from "./format";
import { firstChoices, problemsOf, unknownColumns } from "./mapping";

const column = (name: string, suggested: ColumnTarget | null): ImportColumn => ({ name, samples: [], filled: 1, suggested });
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

  it("has one column for the title", () => {
    expect(problemsOf({ a: "label", b: "descriptionLine" })).toEqual({ "": "Choose a column for the title." });
    expect(problemsOf({ a: "title", b: "title" })).toEqual({ b: "Already mapped from “a”." });
  });

  it("lets several columns be labels, comments, lines, or left out", () => {
    const many: ColumnTarget[] = ["labels", "comment", "label", "descriptionLine", "ignore", "assignees"];
    for (const target of many) expect(problemsOf({ t: "title", a: target, b: target })).toEqual({});
  });
});
