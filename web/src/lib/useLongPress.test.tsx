import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useLongPress } from "./useLongPress";

const pressed = vi.fn<() => void>();
const clicked = vi.fn<() => void>();

function Pressable() {
  return (
    <div {...useLongPress(pressed)}>
      <button type="button" onClick={clicked}>
        Row
      </button>
    </div>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  render(<Pressable />);
});
afterEach(() => vi.useRealTimers());

const row = () => screen.getByRole("button");
const finger = { pointerType: "touch", clientX: 50, clientY: 50 };

describe("a long press", () => {
  it("counts once a finger has stayed, and the click behind it does not", () => {
    fireEvent.pointerDown(row(), finger);
    act(() => vi.advanceTimersByTime(500));
    expect(pressed).toHaveBeenCalledOnce();
    fireEvent.pointerUp(row(), finger);
    fireEvent.click(row());
    expect(clicked).not.toHaveBeenCalled();
    fireEvent.click(row());
    expect(clicked).toHaveBeenCalledOnce();
  });

  it("is none when the finger scrolls, lifts early, or is a mouse", () => {
    fireEvent.pointerDown(row(), finger);
    fireEvent.pointerMove(row(), { ...finger, clientY: 80 });
    act(() => vi.advanceTimersByTime(500));
    fireEvent.pointerDown(row(), finger);
    fireEvent.pointerUp(row(), finger);
    act(() => vi.advanceTimersByTime(500));
    fireEvent.pointerDown(row(), { ...finger, pointerType: "mouse" });
    act(() => vi.advanceTimersByTime(500));
    fireEvent.click(row());
    expect(pressed).not.toHaveBeenCalled();
    expect(clicked).toHaveBeenCalledOnce();
  });
});
