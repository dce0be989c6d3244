import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  delete document.documentElement.dataset.density;
  vi.resetModules();
});

it("makes rows lower in this browser, also after a reload", async () => {
  const { setCompact, useRowHeight } = await import("./density");
  const { result } = renderHook(() => useRowHeight());
  expect(result.current).toBe(32);
  act(() => setCompact(true));
  expect(result.current).toBe(28);
  expect(document.documentElement.dataset.density).toBe("compact");

  vi.resetModules();
  const reloaded = await import("./density");
  expect(reloaded.useDensity.getState().compact).toBe(true);
  reloaded.setCompact(false);
  expect(document.documentElement.dataset.density).toBeUndefined();
  expect(localStorage.length).toBe(0);
});
