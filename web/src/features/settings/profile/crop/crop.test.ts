import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changed, cutOf, dragged, middleOf, mostZoom, moved, placeOf, sentSide, zoomAt, zoomed, type Crop, type Point } from "./crop";

const wide = { width: 1_200, height: 600 };
const expectCrop = (actual: Crop, expected: Crop) => {
  expect(actual.x).toBeCloseTo(expected.x);
  expect(actual.y).toBeCloseTo(expected.y);
  expect(actual.zoom).toBeCloseTo(expected.zoom);
};

describe("pf4: the part of a picture in the frame", () => {
  it("is first the largest square in the middle", () => {
    expect(cutOf(wide, middleOf(wide))).toEqual({ left: 300, top: 0, side: 600 });
    expect(cutOf({ width: 600, height: 1_200 }, middleOf({ width: 600, height: 1_200 }))).toEqual({ left: 0, top: 300, side: 600 });
  });

  it("moves against the picture, and not past its edge", () => {
    expectCrop(moved(wide, middleOf(wide), { x: 0.25, y: 0 }), { x: 450, y: 300, zoom: 1 });
    expect(cutOf(wide, moved(wide, middleOf(wide), { x: 5, y: 5 }))).toEqual({ left: 0, top: 0, side: 600 });
    expect(cutOf(wide, moved(wide, middleOf(wide), { x: -5, y: -5 }))).toEqual({ left: 600, top: 0, side: 600 });
  });

  it("becomes smaller when the picture is zoomed, and the point under the pointer stays", () => {
    expect(cutOf(wide, zoomed(wide, middleOf(wide), 2))).toEqual({ left: 450, top: 150, side: 300 });
    // A quarter of the frame right of its middle is the pixel 600 + 150 before and 675 + 75 after.
    expectCrop(zoomed(wide, middleOf(wide), 2, { x: 0.25, y: 0 }), { x: 675, y: 300, zoom: 2 });
  });

  it("is moved back into the picture when zooming out shows more than the picture has", () => {
    const corner = moved(wide, zoomed(wide, middleOf(wide), 4), { x: 9, y: 9 });
    expect(cutOf(wide, corner)).toEqual({ left: 0, top: 0, side: 150 });
    expect(cutOf(wide, zoomed(wide, corner, 0.01))).toEqual({ left: 0, top: 0, side: 600 });
  });

  it("is not zoomed until single pixels are seen", () => {
    expect(mostZoom(wide)).toBe(6.25);
    expect(mostZoom({ width: 4_000, height: 3_000 })).toBe(10);
    expect(mostZoom({ width: 40, height: 90 })).toBe(2);
    expect(zoomed(wide, middleOf(wide), 100).zoom).toBe(6.25);
  });

  it("follows one pointer, and two pointers that come apart zoom about the place between them", () => {
    const [left, right]: [Point, Point] = [{ x: -0.25, y: 0 }, { x: 0.25, y: 0 }];
    expectCrop(dragged(wide, middleOf(wide), [left], [right]), { x: 300, y: 300, zoom: 1 });
    expectCrop(dragged(wide, middleOf(wide), [left, right], [{ x: -0.5, y: 0 }, { x: 0.5, y: 0 }]), { x: 600, y: 300, zoom: 2 });
    expectCrop(dragged(wide, middleOf(wide), [left, right], [{ x: 0, y: 0 }, { x: 0.5, y: 0 }]), { x: 450, y: 300, zoom: 1 });
    expectCrop(dragged(wide, middleOf(wide), [left, left], [left, right]), { x: 450, y: 300, zoom: 1 });
    expect(dragged(wide, middleOf(wide), [], [])).toEqual(middleOf(wide));
  });

  it("is sent with at most 512 pixels, and never enlarged", () => {
    expect(sentSide({ left: 0, top: 0, side: 600 })).toBe(512);
    expect(sentSide({ left: 0, top: 0, side: 99.6 })).toBe(100);
    expect(sentSide({ left: 0, top: 0, side: 0.2 })).toBe(1);
  });

  it("has a place on the slider for each zoom", () => {
    expect([0, 0.5, 1].map((place) => zoomAt(wide, place))).toEqual([1, 2.5, 6.25]);
    expect([1, 2.5, 6.25].map((zoom) => placeOf(wide, zoom))).toEqual([0, 0.5, 1]);
  });

  it("never leaves the picture, whatever is done", () => {
    const point = fc.record({ x: fc.double({ min: -3, max: 3, noNaN: true }), y: fc.double({ min: -3, max: 3, noNaN: true }) });
    const changes = fc.array(fc.record({ from: point, to: point, factor: fc.double({ min: 0, max: 20, noNaN: true }) }), { maxLength: 12 });
    const side = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(side, side, changes, (width, height, all) => {
        const picture = { width, height };
        const cut = cutOf(picture, all.reduce((crop, change) => changed(picture, crop, change), middleOf(picture)));
        const slack = 1e-6;
        expect(cut.left).toBeGreaterThanOrEqual(-slack);
        expect(cut.top).toBeGreaterThanOrEqual(-slack);
        expect(cut.left + cut.side).toBeLessThanOrEqual(width + slack);
        expect(cut.top + cut.side).toBeLessThanOrEqual(height + slack);
        expect(cut.side).toBeGreaterThan(0);
      }),
    );
  });
});
