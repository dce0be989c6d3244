import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

afterEach(() => cleanup());

// As on a page that has been usable for a while. The import is late, so that a test can replace modules first.
beforeAll(async () => (await import("@/sync/kinds/kinds")).fetchRules());

// The pretended browser says "en-US". Tests read dates and times as the browser tests do.
if (typeof navigator !== "undefined") Object.defineProperty(navigator, "language", { configurable: true, get: () => "en-GB" });

/** jsdom lays out nothing, so no size ever changes. */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizes;
