import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useTold } from "@/ui/Toast";
import { NewTitle } from "./NewTitle";

it("a title that is too long is refused with a count, and stays to be shortened", () => {
  const onCreate = vi.fn<(titles: readonly string[]) => void>();
  const onLeave = vi.fn<() => void>();
  render(<NewTitle label="New" onCreate={onCreate} onLeave={onLeave} />);
  const input = screen.getByLabelText<HTMLInputElement>("New");
  const long = "a".repeat(512);
  fireEvent.change(input, { target: { value: long } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(useTold.getState().told).toMatchObject({ text: "Too long: 512 of 500 characters", refusal: true });
  expect(input.getAttribute("aria-invalid")).toBe("true");
  fireEvent.blur(input);
  expect(onLeave).not.toHaveBeenCalled();
  expect(input.value).toBe(long);
  expect(onCreate).not.toHaveBeenCalled();
  fireEvent.change(input, { target: { value: "a".repeat(500) } });
  fireEvent.keyDown(input, { key: "Enter" });
  expect(onCreate).toHaveBeenCalledWith(["a".repeat(500)]);
});
