import { act, fireEvent, render, screen } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { tell, tellRefusal, useTold, type Told } from "@/ui/Toast";
import { Toasts } from "@/ui/Toasts";
import { tellDone } from "./undoToasts";

beforeEach(() => {
  vi.useFakeTimers();
  useTold.setState({ told: null });
  render(<Toasts left={0} />);
});
afterEach(() => {
  act(() => void toast.dismiss());
  act(() => void vi.runAllTimers());
  vi.useRealTimers();
});

/** Lets time pass in steps, between which React renders. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) act(() => void vi.advanceTimersByTime(Math.min(100, ms - passed)));
}
/** The time after which sonner has removed a toast that is over. */
const leaving = 500;
const say = (told: Told) => {
  act(() => tell(told));
  pass(20);
};
const texts = () => screen.queryAllByRole("listitem").map((item) => item.querySelector("span")?.textContent).toSorted();
const action = { name: "Open", onClick: () => undefined };
const card = (text: string) => screen.getByText(text).closest("div") as HTMLElement;

describe("a toast", () => {
  it("is shown for 5 seconds", () => {
    say({ text: "Copied" });
    pass(4_900);
    expect(texts()).toEqual(["Copied"]);
    pass(100 + leaving);
    expect(texts()).toEqual([]);
  });

  it("is shown for 10 seconds if it has a button", () => {
    say({ text: "Moved", action });
    pass(9_900);
    expect(texts()).toEqual(["Moved"]);
    pass(100 + leaving);
    expect(texts()).toEqual([]);
  });

  it("stays until it is dismissed if it explains a failure", () => {
    act(() => tellRefusal("Not saved"));
    pass(60_000);
    expect(texts()).toEqual(["Not saved"]);
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    pass(leaving);
    expect(texts()).toEqual([]);
  });

  it("waits while the pointer is over it or the focus is in it, and then has the rest of its time", () => {
    say({ text: "Moved", action });
    pass(8_000);
    fireEvent.pointerEnter(card("Moved"));
    pass(60_000);
    fireEvent.focus(screen.getByRole("button", { name: "Open" }));
    fireEvent.pointerLeave(card("Moved"));
    pass(60_000);
    expect(texts()).toEqual(["Moved"]);
    fireEvent.blur(screen.getByRole("button", { name: "Open" }));
    pass(1_500);
    expect(texts()).toEqual(["Moved"]);
    pass(500 + leaving);
    expect(texts()).toEqual([]);
  });

  it("makes room for the fourth one if it is the oldest, but not if it explains a failure", () => {
    act(() => tellRefusal("Not saved"));
    for (const text of ["One", "Two", "Three"]) say({ text });
    pass(leaving);
    expect(texts()).toEqual(["Not saved", "Three", "Two"]);
  });

  it("is shown if another one is told at the same time, and once if both say the same", () => {
    act(() => {
      tell({ text: "One" });
      tell({ text: "Two" });
      tell({ text: "Two" });
    });
    pass(leaving);
    expect(texts()).toEqual(["One", "Two"]);
  });

  it("that asks tells its owner when newer ones take its place", () => {
    const onReplaced = vi.fn<() => void>();
    say({ text: "Keep it?", stays: { or: { name: "Discard", onClick: () => undefined }, onReplaced } });
    for (const text of ["A", "B"]) act(() => tellRefusal(text));
    expect(onReplaced).not.toHaveBeenCalled();
    act(() => tellRefusal("C"));
    pass(leaving);
    expect([texts(), onReplaced.mock.calls.length]).toEqual([["B", "C", "Keep it?"], 0]);
  });
});

describe("the toast after a change of several tasks", () => {
  it("offers Undo once, for the last change, and is gone after it", () => {
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    act(() => tellDone("changed", 3, first));
    act(() => tellDone("trashed", 2, second));
    pass(leaving);
    expect(texts()).toEqual(["2 tasks moved to the trash"]);
    fireEvent.click(screen.getByRole("button", { name: /^Undo/ }));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    pass(leaving);
    expect(texts()).toEqual([]);
  });
});
