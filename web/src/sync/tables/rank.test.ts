import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byRank, rankBehind, rankBetween, rankLast, ranksBehind } from "./rank";

describe("a rank between two", () => {
  it("lies strictly between them, however the gap is narrowed", () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 120 }), (turns) => {
        let [low, high] = ["A", "B"];
        for (const up of turns) {
          const middle = rankBetween(low, high);
          expect(low < middle && middle < high).toBe(true);
          expect(middle.endsWith("0")).toBe(false);
          if (up) low = middle;
          else high = middle;
        }
      }),
      { seed: 7 },
    );
  });

  it("can always be put in front and behind", () => {
    let [first, last] = ["V", "V"];
    for (let turn = 0; turn < 2000; turn += 1) {
      const [before, behind] = [rankBetween(null, first), rankBetween(last, null)];
      expect(before < first && behind > last).toBe(true);
      [first, last] = [before, behind];
    }
    expect(last.length).toBeLessThanOrEqual(5);
  });

  it("agrees with the node's arithmetic", () => {
    expect(rankBetween(null, null)).toBe("V");
    expect(rankBetween("V", null)).toBe("V001");
    expect(rankBetween("V00z", null)).toBe("V01");
    expect(rankBetween(null, "V")).toBe("F");
    expect(rankBetween("A", "B")).toBe("AV");
    expect(rankBetween("A", "A") > "A").toBe(true);
  });
});

describe("a place in an order", () => {
  const rows = [
    { id: "b", rank: "M" },
    { id: "a", rank: "M" },
    { id: "c", rank: "F" },
  ];

  it("is by rank bytewise and by id where ranks are equal", () => {
    expect(rows.toSorted(byRank).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });

  it("is in front of all, behind a neighbour, or nowhere when the neighbour is gone", () => {
    expect(rankBehind(rows, null) ?? "").toMatch(/^[0-9A-E]/);
    const behind = rankBehind(rows, "c") ?? "";
    expect(behind > "F" && behind < "M").toBe(true);
    expect(rankBehind(rows, "gone")).toBeNull();
    expect(rankLast([{ rank: "M" }, { rank: "F" }]) > "M").toBe(true);
  });

  it("is found for hundreds at once, rising and short, as the node finds it", () => {
    const moving = Array.from({ length: 700 }, (_, n) => `new ${n}`);
    const places = new Map(rows.map((row) => [row.id, row]));
    const ranks = ranksBehind(places, "c", [...moving.slice(1), "a"]) ?? [];
    expect(ranks).toHaveLength(700);
    expect(["F", ...ranks, "M"].every((rank, index, all) => index === 0 || (all[index - 1] ?? "") < rank)).toBe(true);
    expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThanOrEqual(3);
    expect(ranksBehind(places, "c", ["x", "y", "z"])).toEqual(["G", "I", "K"]);
    expect(ranksBehind(places, "b", ["x", "y", "a"])).toEqual(["M001", "M002", "M003"]);
    expect(ranksBehind(places, "c", ["c"])).toBeNull();
  });
});
