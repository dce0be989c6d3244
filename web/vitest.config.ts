import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { words } from "./scripts/words.ts";

export default defineConfig({
  plugins: [words(), react()],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.{ts,tsx}", "worker/**/*.test.ts"],
    benchmark: { include: ["bench/**/*.bench.ts"] },
    setupFiles: ["test/setup.ts"],
    restoreMocks: true,
    // By default, a test run leaves one core idle.
    maxWorkers: availableParallelism(),
  },
});
