import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ErrorBoundary } from "./ErrorBoundary";

function Part({ text }: { text: string }) {
  if (text === "bad") throw new Error("cannot be drawn");
  return <p>{text}</p>;
}

const page = (text: string) => (
  <>
    <p>The page</p>
    <ErrorBoundary of={text} fallback={<p>Not this</p>}>
      <Part text={text} />
    </ErrorBoundary>
  </>
);

it("shows the fallback in place of the part that fails, and leaves the page around it", () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  const { rerender } = render(page("bad"));
  expect(screen.getByText("The page")).toBeTruthy();
  expect(screen.getByText("Not this")).toBeTruthy();
  rerender(page("good"));
  expect(screen.getByText("good")).toBeTruthy();
  expect(told).toHaveBeenCalled();
  told.mockRestore();
});
