import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usableMark } from "@/lib/later";
import { write } from "./support/list";
import type { Person } from "./support/person";
import { setStage, type Stage } from "./support/stage";

/** Scripts and styles together, gzip -9, in kilobytes of 1,000 bytes. */
const limits = { signIn: 90, list: 200 };

let stage: Stage;
let ada: Person;

beforeAll(async () => {
  stage = await setStage();
  ada = await stage.person("Ada Byron", { serviceWorkers: "allow" });
});
afterAll(() => stage?.close());

interface Part {
  file: string;
  bytes: number;
}

/** The scripts and styles that a page has fetched by the time it is usable. */
async function fetched(page: Page): Promise<Part[]> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, usableMark);
  const paths = await page.evaluate((mark) => {
    const until = performance.getEntriesByName(mark)[0]?.startTime ?? 0;
    const all = performance.getEntriesByType("resource").filter(({ startTime }) => startTime <= until);
    return [...new Set(all.map(({ name }) => new URL(name).pathname))].filter((path) => /\.(js|css)$/.test(path));
  }, usableMark);
  return paths.map((file) => ({ file, bytes: gzipSync(readFileSync(join(import.meta.dirname, "../dist", file)), { level: 9 }).length }));
}

/** Returns the total in kilobytes, and prints the size of each file. */
function total(page: string, parts: readonly Part[]): number {
  const lines = parts.toSorted((a, b) => b.bytes - a.bytes).map(({ file, bytes }) => `${(bytes / 1000).toFixed(1).padStart(7)} ${file}`);
  const sum = parts.reduce((kilobytes, { bytes }) => kilobytes + bytes / 1000, 0);
  process.stdout.write(`${page}: ${sum.toFixed(1)} kB\n${lines.join("\n")}\n`);
  return sum;
}

describe("the first load", () => {
  it("of the log-in form is within its limit", async () => {
    const { page, context } = await stage.stranger();
    await page.goto("/signin");
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(total("Log in", await fetched(page))).toBeLessThanOrEqual(limits.signIn);
    await context.close();
  });

  it("of a list of tasks is within its limit", async () => {
    const workspace = await ada.makeWorkspace("First load", "LOAD");
    await ada.goto(`/w/${workspace.id}`);
    await write(ada.page, "A task");
    await ada.page.reload();
    await ada.page.getByRole("grid").waitFor();
    expect(total("A list", await fetched(ada.page))).toBeLessThanOrEqual(limits.list);
  });
});
