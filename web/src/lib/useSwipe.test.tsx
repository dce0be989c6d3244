import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { actsAt, meaningOf, useSwipe } from "./useSwipe";

const handlers = { onMove: vi.fn<() => void>(), onLeft: vi.fn<() => void>(), onRight: vi.fn<() => void>() };
const clicked = vi.fn<() => void>();

function Row() {
  return (
    <div {...useSwipe(handlers)}>
      <button type="button" onClick={clicked}>
        Row
      </button>
    </div>
  );
}

const row = () => screen.getByRole("button");
const finger = { pointerType: "touch", pointerId: 1, isPrimary: true, clientX: 200, clientY: 50 };

beforeEach(() => {
  vi.clearAllMocks();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 360, 60));
  render(<Row />);
});

/** Moves a finger, and lifts it unless the browser takes the gesture over. */
function move(by: { x: number; y?: number }, { pointerType = "touch", cancel = false } = {}): void {
  const to = { ...finger, pointerType, clientX: finger.clientX + by.x, clientY: finger.clientY + (by.y ?? 0) };
  fireEvent.pointerDown(row(), { ...finger, pointerType });
  fireEvent.pointerMove(row(), to);
  if (cancel) fireEvent.pointerCancel(row(), to);
  else fireEvent.pointerUp(row(), to);
}

describe("a swipe", () => {
  it("acts to the side that it goes to, and its click does not count", () => {
    move({ x: -150 });
    expect([handlers.onLeft.mock.calls.length, handlers.onRight.mock.calls.length]).toEqual([1, 0]);
    fireEvent.click(row());
    expect(clicked).not.toHaveBeenCalled();
    move({ x: 150 });
    expect([handlers.onLeft.mock.calls.length, handlers.onRight.mock.calls.length]).toEqual([1, 1]);
    expect(handlers.onMove).toHaveBeenLastCalledWith(null);
  });

  it("does nothing if it is short, if the browser takes it over, or with a mouse", () => {
    move({ x: -60 });
    move({ x: -150 }, { cancel: true });
    move({ x: -150 }, { pointerType: "mouse" });
    expect(handlers.onLeft).not.toHaveBeenCalled();
  });

  it("is no swipe when the finger scrolls, also if it turns aside later", () => {
    fireEvent.pointerDown(row(), finger);
    fireEvent.pointerMove(row(), { ...finger, clientY: 90 });
    fireEvent.pointerMove(row(), { ...finger, clientX: 20, clientY: 90 });
    fireEvent.pointerUp(row(), { ...finger, clientX: 20, clientY: 90 });
    expect(handlers.onMove).not.toHaveBeenCalled();
    expect(handlers.onLeft).not.toHaveBeenCalled();
  });

  it("is told from a scroll and from a tap by its direction and its length", () => {
    expect([meaningOf(4, 3), meaningOf(30, 5), meaningOf(30, 25), meaningOf(3, 40)]).toEqual(["unclear", "swipe", "scroll", "scroll"]);
    expect([actsAt(-95, 400), actsAt(-96, 400), actsAt(70, 200)]).toEqual([false, true, true]);
  });
});
