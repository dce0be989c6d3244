import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ResendCode } from "./ResendCode";

it("asks for one mail at a time", async () => {
  let answer = () => {};
  const resend = vi.fn<() => Promise<void>>(() => new Promise((resolve) => (answer = resolve)));
  render(<ResendCode email="ada@troupe.example" resend={resend} />);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Send a new code" });
  await userEvent.click(button);
  await userEvent.click(button);
  expect(resend).toHaveBeenCalledTimes(1);
  await act(async () => answer());
  expect(button.disabled).toBe(false);
});
