import { defineConfig } from "vitest/config";

/** Browser tests: real binary, real database, real Chromium, one file at a time. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["e2e/**/*.e2e.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
