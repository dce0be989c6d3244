import { describe, expect, it } from "vitest";
import { shiftFor } from "./reveal";

/** The visible part of a sheet between its frozen columns and its right edge. */
const room = { from: 320, to: 1000 };

describe("a cell that gets the focus", () => {
  it("scrolls nothing while it is wholly in sight", () => {
    expect(shiftFor({ left: 320, right: 420 }, room)).toBe(0);
    expect(shiftFor({ left: 900, right: 1000 }, room)).toBe(0);
  });

  it("comes in from the right by as much as sticks out", () => {
    expect(shiftFor({ left: 912, right: 1016 }, room)).toBe(16);
  });

  it("comes out from under the columns that stay", () => {
    expect(shiftFor({ left: 300, right: 384 }, room)).toBe(-20);
  });

  it("shows its beginning where it is wider than the room", () => {
    expect(shiftFor({ left: 500, right: 1400 }, room)).toBe(180);
    expect(shiftFor({ left: 200, right: 1400 }, room)).toBe(-120);
  });
});
