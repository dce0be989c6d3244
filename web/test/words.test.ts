import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const web = join(import.meta.dirname, "..");
const run = promisify(execFile);

describe("the catalogue of texts", () => {
  it("holds every text of the sources: see `npm run words:missing`", { timeout: 60_000 }, async () => {
    const { stdout } = await run("node", ["scripts/words-missing.mjs"], { cwd: web }).catch((failed: { stdout: string }) => failed);
    expect(stdout).toBe("");
  });

  it("is what `npm run words` writes", { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), "troupe-words-"));
    try {
      const env = { ...process.env, TROUPE_WORDS_OUT: join(folder, "{locale}") };
      await run("node", ["node_modules/.bin/lingui", "extract-template"], { cwd: web, env });
      const [written, kept] = await Promise.all([
        readFile(join(folder, "messages.pot"), "utf8"),
        readFile(join(web, "src/words/messages.pot"), "utf8"),
      ]);
      expect(kept).toBe(written);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
