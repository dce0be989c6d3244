import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

afterEach(() => cleanup());

// As on a page that has been usable for a while. The import is late, so that a test can replace modules first.
beforeAll(async () => (await import("@/sync/kinds/kinds")).fetchRules());

// jsdom reports "en-US". These tests expect dates and times in the same format as the browser tests.
if (typeof navigator !== "undefined") Object.defineProperty(navigator, "language", { configurable: true, get: () => "en-GB" });

/** jsdom lays out nothing, so no size ever changes. */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes;
