import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { SecondFactorForm } from "./SecondFactorForm";

it("leads back to the log-in form by keyboard", async () => {
  const onEnded = vi.fn<() => void>();
  render(<SecondFactorForm challengeId="c" onEntered={() => Promise.resolve()} onEnded={onEnded} />);
  const back = screen.getByRole("button", { name: "Use another account" });
  // The code, the button that sends it, the recovery code, then the way back.
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  expect(document.activeElement).toBe(back);
  await userEvent.keyboard("{Enter}");
  expect(onEnded).toHaveBeenCalledTimes(1);
});
