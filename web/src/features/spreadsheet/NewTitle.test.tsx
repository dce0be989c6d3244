import { fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { usePasted } from "@/actions/pasted";
import { useTold } from "@/ui/Toast";
import { NewTitle } from "./NewTitle";

const onCreate = vi.fn<(titles: readonly string[]) => void>();
const onLeave = vi.fn<() => void>();
const onEscape = vi.fn<() => void>();
beforeEach(() => vi.clearAllMocks());

/** A line in which a title is typed. */
function line(title: string): HTMLInputElement {
  render(<NewTitle label="New" onCreate={onCreate} onLeave={onLeave} onEscape={onEscape} />);
  const input = screen.getByLabelText<HTMLInputElement>("New");
  fireEvent.change(input, { target: { value: title } });
  return input;
}

it("Enter creates the task and stays for the next one", () => {
  const input = line("One");
  fireEvent.keyDown(input, { key: "Enter" });
  expect(onCreate).toHaveBeenCalledWith(["One"]);
  expect(onLeave).not.toHaveBeenCalled();
  expect(input.value).toBe("");
});

it("Esc closes an empty line", () => {
  fireEvent.keyDown(line("  "), { key: "Escape" });
  expect([onCreate.mock.calls.length, onLeave.mock.calls.length, onEscape.mock.calls.length]).toEqual([0, 1, 1]);
});

it("Esc creates the task of a line with text, once", () => {
  const input = line("Not lost");
  fireEvent.keyDown(input, { key: "Escape" });
  fireEvent.blur(input);
  expect(onCreate.mock.calls).toEqual([[["Not lost"]]]);
  expect([onLeave.mock.calls.length, onEscape.mock.calls.length]).toEqual([1, 1]);
});

it("a click elsewhere creates the task of a line with text", () => {
  fireEvent.blur(line("Not lost"));
  expect(onCreate.mock.calls).toEqual([[["Not lost"]]]);
  expect([onLeave.mock.calls.length, onEscape.mock.calls.length]).toEqual([1, 0]);
});

it("several pasted lines are asked about, and a single one is pasted as usual", async () => {
  const input = line("");
  const paste = (text: string) => fireEvent.paste(input, { clipboardData: { getData: () => text } });
  expect(paste("one\n")).toBe(true);
  expect(paste("- one\n- two")).toBe(false);
  await vi.waitFor(() => expect(usePasted.getState().asking?.titles).toEqual(["one", "two"]));
  expect(paste("[ ] \none")).toBe(false);
  await vi.waitFor(() => expect(input.value).toBe("[ ]  one"));
});

it("a title that is too long is refused with a count, and stays to be shortened", () => {
  const long = "a".repeat(512);
  const input = line(long);
  fireEvent.keyDown(input, { key: "Enter" });
  expect(useTold.getState().told).toMatchObject({ text: "Too long: 512 of 500 characters", refusal: true });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  fireEvent.blur(input);
  fireEvent.keyDown(input, { key: "Escape" });
  expect(onLeave).not.toHaveBeenCalled();
  expect(input.value).toBe(long);
  expect(onCreate).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: "a".repeat(500) } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(onCreate).toHaveBeenCalledWith(["a".repeat(500)]);
});
