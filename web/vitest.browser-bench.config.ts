import { defineConfig, mergeConfig } from "vitest/config";
import browserTests from "./vitest.e2e.config.ts";

/** Figures from real browsers: each is measured once. */
export default defineConfig(
  mergeConfig({ ...browserTests, test: { ...browserTests.test, include: [] } }, { test: { include: ["bench/**/*.browser.ts"], testTimeout: 300_000 } }),
);
