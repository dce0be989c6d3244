import { describe, expect, it } from "vitest";
import type { ImportPreview } from "@/wire/http.generated";
import { checked, refused, type Step } from "./steps";

const chosen = { file: new File(["a"], "a.csv"), format: "csv" as const };
const preview = { total: 1, report: [], columns: [{ name: "title", samples: [], filled: 1, suggested: "title" }] } as unknown as ImportPreview;
const failure = { message: "Row 3 is broken.", report: [] };

describe("the way of an import", () => {
  it("leads from a CSV to its columns first, and only then to what was found", () => {
    const first = checked({ at: "checking", chosen, share: 1, choices: null }, preview);
    expect(first).toMatchObject({ at: "columns", choices: { title: "title" } });
    expect(checked({ at: "checking", chosen, share: 1, choices: { title: "title" } }, preview)).toMatchObject({ at: "found" });
  });

  it("leads from an archive straight to what was found", () => {
    const { columns: _, ...archive } = preview;
    expect(checked({ at: "checking", chosen, share: 1, choices: null }, archive)).toMatchObject({ at: "found", choices: null });
  });

  it("leads back to where it can be changed when it is refused", () => {
    const columns: Step = { at: "columns", chosen, preview, choices: { title: "title" }, failure: null };
    const checking: Step = { at: "checking", chosen, share: 1, choices: { title: "title" } };
    expect(refused(checking, failure, columns)).toEqual({ ...columns, failure });
    expect(refused(checking, failure, { at: "file", chosen, failure: null })).toEqual({ at: "file", chosen, failure });
    expect(refused({ at: "starting", chosen, preview, choices: null, share: 0 }, failure, columns)).toMatchObject({ at: "found", failure });
  });
});
