import { describe, expect, it } from "vitest";
import { emptyHistory, withStep, withStepTakenBack, type History, type Step } from "./undoHistory";

const step = (n: number): Step => ({ label: `change ${n}`, inverse: [], guarded: [], commandIds: [`c${n}`] });
const after = (count: number): History => Array.from({ length: count }, (_, n) => step(n + 1)).reduce(withStep, emptyHistory);
const labels = (steps: readonly Step[]) => steps.map(({ label }) => label);

describe("the history of a person's own changes", () => {
  it("keeps the last hundred, and forgets older ones", () => {
    expect(labels(after(100).undo)).toEqual(Array.from({ length: 100 }, (_, n) => `change ${n + 1}`));
    expect(labels(after(103).undo)).toEqual(Array.from({ length: 100 }, (_, n) => `change ${n + 4}`));
  });

  it("undoes and redoes all of them", () => {
    const undone = Array.from({ length: 100 }, (_, n) => step(1_000 + n)).reduce((now, each) => withStepTakenBack(now, "undo", each), after(120));
    expect([undone.undo.length, undone.redo.length]).toEqual([0, 100]);
    const redone = Array.from({ length: 100 }, (_, n) => step(2_000 + n)).reduce((now, each) => withStepTakenBack(now, "redo", each), undone);
    expect([redone.undo.length, redone.redo.length]).toEqual([100, 0]);
  });

  it("has nothing to redo after another change", () => {
    const undone = withStepTakenBack(after(3), "undo", step(9));
    expect(labels(withStep(undone, step(4)).redo)).toEqual([]);
  });
});
