import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { words } from "./scripts/words.ts";

/**
 * Browser tests: real binary, real database, real Chromium; two files at a time. The files that one worker runs share modules
 * and a browser. Files that fail run once more (`scripts/test-e2e.mjs`).
 */
export default defineConfig({
  plugins: [words()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    // The sync core's own tests open sockets from Node, which before version 22 has them behind this flag.
    execArgv: ["--experimental-websocket"],
    environment: "node",
    include: ["e2e/**/*.e2e.ts"],
    globalSetup: "./e2e/support/template.ts",
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A page may show a change of another page only after a while, as with the waits of Playwright.
    expect: { poll: { timeout: 30_000 } },
  },
});
