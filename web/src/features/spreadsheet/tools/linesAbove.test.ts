import { describe, expect, it } from "vitest";
import type { Line } from "../lines";
import { newAbove, shiftOf, type Lines } from "./linesAbove";

const sheet = (...keys: string[]): Lines => ({
  lines: keys.map((key, at): Line => ({ kind: "ticket", key, groupId: "", ticketId: key, number: at + 1, level: 0, closed: null })),
  indexOf: new Map(keys.map((key, at) => [key, at])),
});
const before = sheet("a", "b", "c", "d", "e", "f");

describe("the lines in sight", () => {
  it("move by as many lines as have come in above them", () => {
    expect(shiftOf(before, sheet("x", "a", "y", "b", "c", "d", "e", "f"), 2, 6)).toBe(2);
  });

  it("move up if lines above them are gone", () => {
    expect(shiftOf(before, sheet("b", "c", "d", "e", "f"), 2, 6)).toBe(-1);
  });

  it("stay if one of them moves away, and if lines come in among them or below them", () => {
    expect(shiftOf(before, sheet("c", "a", "b", "d", "e", "f"), 2, 6)).toBe(0);
    expect(shiftOf(before, sheet("a", "b", "c", "d", "e", "x", "f"), 2, 6)).toBe(0);
  });

  it("have no common distance after another sort", () => {
    expect(shiftOf(before, sheet("f", "e", "d", "c", "b", "a"), 1, 5)).toBe(0);
  });

  it("have none if most of them are gone", () => {
    expect(shiftOf(before, sheet("x", "y", "f"), 2, 6)).toBe(0);
  });
});

it("only tickets that had no line before are new above the sight", () => {
  expect(newAbove(before, sheet("x", "f", "a", "y", "b", "z"), 5)).toEqual(["x", "y"]);
});
