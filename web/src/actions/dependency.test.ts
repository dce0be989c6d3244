import { describe, expect, it } from "vitest";
import { dependencyWords, endsItems, lagEntry } from "./dependency";

describe("lg3 a dependency in words", () => {
  it("says which end of one task must come before which end of the other", () => {
    const words = (["finishToStart", "startToStart", "finishToFinish", "startToFinish"] as const).map((ends) => dependencyWords({ ends, lag: 0 }, "ADM-3", "ADM-5"));
    expect(words).toEqual([
      "ADM-3 must finish before ADM-5 starts",
      "ADM-3 must start before ADM-5 starts",
      "ADM-3 must finish before ADM-5 finishes",
      "ADM-3 must start before ADM-5 finishes",
    ]);
  });

  it("names the lag", () => {
    expect(dependencyWords({ ends: "finishToStart", lag: 3 }, "A", "B")).toBe("A must finish before B starts · 3-day lag");
    expect(dependencyWords({ ends: "startToStart", lag: -1 }, "A", "B")).toBe("A must start before B starts · 1-day lead");
  });

  it("offers all four kinds, and checks the current one", () => {
    const items = endsItems("l", "startToStart", "A must start before B starts");
    expect(items.map(({ name, checked }) => [name, checked])).toEqual([["Finish to start", false], ["Start to start", true], ["Finish to finish", false], ["Start to finish", false]]);
    expect(items.map(({ heading }) => heading)).toEqual(["A must start before B starts", undefined, undefined, undefined]);
  });

  it("accepts only whole days as a lag, also below 0", () => {
    const { objection } = lagEntry("l", 0);
    expect(["3", "-2", "−2", "1.5", "12345", "x"].map((text) => objection(text) === null)).toEqual([true, true, true, false, false, false]);
  });
});
