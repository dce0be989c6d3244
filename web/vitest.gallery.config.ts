import { defineConfig, mergeConfig } from "vitest/config";
import browserTests from "./vitest.e2e.config.ts";

/** Pictures of every screen for `docs/pictures/gallery`, and the audit of pages by Lighthouse. */
export default defineConfig(
  mergeConfig({ ...browserTests, test: { ...browserTests.test, include: [] } }, { test: { include: ["gallery/**/*.{gallery,lighthouse}.ts"], testTimeout: 300_000 } }),
);
