import { describe, expect, it } from "vitest";
import { intent, outcome } from "./outcome";

const job = { fileName: "a.csv", total: 1680, done: 1680, created: 1444, updated: 0, unchanged: 0, refused: 0 };

describe("what became of an import", () => {
  it("counts what happened and leaves out what did not", () => {
    expect(outcome({ ...job, state: "done" })).toBe("1,444 tasks imported.");
    expect(outcome({ ...job, state: "done", created: 1, updated: 3, unchanged: 1000, refused: 2 })).toBe(
      "1 task imported, 3 updated, 1,000 unchanged, 2 skipped.",
    );
  });

  it("does not boast where nothing was new", () => {
    expect(outcome({ ...job, state: "done", created: 0, unchanged: 1680 })).toBe("No new tasks, 1,680 unchanged.");
  });

  it("says how far it came, and that it can be done again", () => {
    for (const state of ["failed", "interrupted"] as const)
      expect(outcome({ ...job, state, done: 12 })).toContain("stopped after 12 of 1,680 tasks");
  });
});

describe("the button that begins an import", () => {
  it("tells what is new from what is there already", () => {
    expect(intent({ created: 1444, known: 0 })).toBe("Import 1,444 tasks");
    expect(intent({ created: 0, known: 1 })).toBe("Update 1 task");
    expect(intent({ created: 2, known: 1000 })).toBe("Import 2 tasks, update 1,000");
  });
});
