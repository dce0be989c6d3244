import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { tell } from "@/ui/Toast";
import { leaveProvider } from "./leaveProvider";

vi.mock("@/ui/Toast", () => ({ tell: vi.fn<typeof tell>() }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("leaves for the provider, and says after three seconds that its page did not load", () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  leaveProvider("https://id.example.org/logout");
  expect(assign).toHaveBeenCalledWith("https://id.example.org/logout");
  vi.advanceTimersByTime(2_999);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(tell).toHaveBeenCalledWith({ text: "Signout timeout fail" });
});
