import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reveal } from "./reveal";

/** A card whose place changes with each measurement of its neighbours. */
function cardAt(tops: number[]) {
  const place = document.createElement("li");
  const card = document.createElement("article");
  place.append(card);
  const scrolled: number[] = [];
  let top = 0;
  place.querySelector = ((selector: string) => (selector === ":focus-visible" ? focused.element : null)) as typeof place.querySelector;
  place.scrollIntoView = () => {
    top = tops.shift() ?? top;
    scrolled.push(top);
  };
  place.getBoundingClientRect = () => new DOMRect(0, top, 200, 80);
  const focused: { element: Element | null } = { element: card };
  return { place, scrolled, focused };
}

let frames: FrameRequestCallback[] = [];
const nextFrame = () => frames.splice(0).forEach((frame) => frame(0));

beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal("cancelAnimationFrame", () => (frames = []));
});
afterEach(() => vi.unstubAllGlobals());

describe("the card with the keyboard focus", () => {
  it("is followed until it stands still", () => {
    const { place, scrolled } = cardAt([900, 500, 300]);
    reveal(() => place);
    for (let frame = 0; frame < 20; frame += 1) nextFrame();
    expect(scrolled.slice(0, 3)).toEqual([900, 500, 300]);
    expect(new Set(scrolled.slice(2))).toEqual(new Set([300]));
    expect(frames).toEqual([]);
    expect(scrolled.length).toBeLessThan(20);
  });

  it("is not scrolled once the focus has left it, nor after a press of the pointer", () => {
    const { place, scrolled, focused } = cardAt([900, 500, 300]);
    reveal(() => place);
    focused.element = null;
    nextFrame();
    expect(scrolled).toEqual([900]);
    reveal(() => place);
    expect(scrolled).toEqual([900]);
  });

  it("is no longer followed after a stop", () => {
    const { place, scrolled } = cardAt([900, 500]);
    reveal(() => place)();
    nextFrame();
    expect(scrolled).toEqual([900]);
  });
});
