import { describe, expect, it } from "vitest";
import type { NodeFigures, Overview } from "@/wire/http.generated";
import { behindOf, formatBytes, formatRate, linesOf, sampleOf, withSample, type Sample } from "./series";

const instant = (second: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString();
const node = (id: string, second: number, over: Partial<NodeFigures> = {}) =>
  ({ id, seenAt: instant(second), sockets: 2, waiting: 3, outboxBytes: 1000, memoryBytes: 50e6, requests: 100, bus: { told: 0, lateMs: 0 }, ...over }) as NodeFigures;
const overview = (second: number, nodes: NodeFigures[], events = 0) =>
  ({ at: instant(second), nodes, totals: { events } }) as Overview;

describe("a sample of the instance", () => {
  it("adds up its nodes, and tells nothing of growth the first time", () => {
    expect(sampleOf(overview(0, [node("a", 0), node("b", 0)]), null)).toMatchObject({
      sockets: 4,
      waiting: 6,
      outboxBytes: 2000,
      memoryBytes: 100e6,
      requests: null,
      events: null,
    });
  });

  it("tells what counters grew by in a second, each node by its own time", () => {
    const before = overview(0, [node("a", 0), node("b", 0)], 10);
    const now = overview(2, [node("a", 2, { requests: 120 }), node("b", 5, { requests: 150 })], 30);
    expect(sampleOf(now, before)).toMatchObject({ requests: 20, events: 10 });
  });

  it("takes a node that came, went, or began anew for no growth", () => {
    const before = overview(0, [node("a", 0), node("gone", 0)], 10);
    const now = overview(2, [node("a", 2, { requests: 3 }), node("new", 2, { requests: 900 })], 4);
    expect(sampleOf(now, before)).toMatchObject({ requests: null, events: null });
  });

  it("is kept for two minutes", () => {
    const sample = { at: 0 } as Sample;
    let samples: readonly Sample[] = [];
    for (let at = 0; at < 100; at += 1) samples = withSample(samples, { ...sample, at });
    expect([samples.length, samples[0]?.at, samples.at(-1)?.at]).toEqual([60, 40, 99]);
  });
});

describe("how far a node is behind", () => {
  const told = (count: number, lateMs: number) => node("a", 0, { bus: { told: count, lateMs } as NodeFigures["bus"] });
  const samples = (...nodes: NodeFigures[]) => nodes.map((each) => sampleOf(overview(0, [each]), null));

  it("is of the time that is drawn, whatever was before", () => {
    const [calm, now] = [told(1_000_000, 2_000_000), told(1_000_010, 2_009_000)];
    expect(behindOf(now, samples(calm, calm, now))).toBe(900);
    expect(behindOf(now, samples(now, now))).toBe(null);
  });

  it("is of its whole life at the first look", () => {
    expect(behindOf(told(10, 40), samples(told(10, 40)))).toBe(4);
    expect(behindOf(told(0, 0), samples(told(0, 0)))).toBe(null);
  });
});

describe("a line", () => {
  it("ends at the right edge, reaches the top with its highest value, and is cut by gaps", () => {
    expect(linesOf([1, null, 2, 4], 59, 8)).toEqual([
      [{ x: 56, y: 6 }],
      [
        { x: 58, y: 4 },
        { x: 59, y: 0 },
      ],
    ]);
  });

  it("of nothing lies at the foot", () => {
    expect(linesOf([0, 0], 59, 8)[0]?.map(({ y }) => y)).toEqual([8, 8]);
    expect(linesOf([], 59, 8)).toEqual([]);
  });
});

it("figures are as short as they can be read", () => {
  const bytes = [0, 1, 12_400, 41_900_000, 1_420_000_000];
  expect(bytes.map(formatBytes)).toEqual(["0", "1 KB", "13 KB", "42 MB", "1.4 GB"]);
  expect([formatRate(0), formatRate(0.44), formatRate(12.4), formatRate(1240)]).toEqual(["0", "0.4", "12", "1,240"]);
});
