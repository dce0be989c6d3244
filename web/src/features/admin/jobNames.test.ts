import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jobName } from "./jobNames";

const root = join(import.meta.dirname, "../../../..");

const sources = ["actors/src/jobs", "server/src"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => join(root, folder, file)))
  .filter((file) => file.endsWith(".rs"))
  .map((file) => readFileSync(file, "utf8"));

/** The kinds of jobs that the server declares, by the names of their types. */
const declared = new Map(
  sources.flatMap((source) => [...source.matchAll(/impl Job for (\w+) \{\s+type Context = [^;]+;\s+const KIND: &'static str = "([^"]+)";/g)].map(([, type = "", kind = ""]) => [type, kind])),
);

/** The types of the jobs that the server runs. */
const run = [...readFileSync(join(root, "server/src/jobs/mod.rs"), "utf8").matchAll(/\.with::<(\w+)>/g)].map(([, type = ""]) => type);

describe("the names of jobs", () => {
  it("are there for every kind of job that the server runs", () => {
    expect(run.length).toBeGreaterThan(0);
    expect(run.filter((type) => !declared.has(type))).toEqual([]);
    const kinds = run.map((type) => declared.get(type) ?? "");
    expect(kinds.filter((kind) => jobName(kind) === kind)).toEqual([]);
  });

  it("are the stored words for kinds of a newer version", () => expect(jobName("a.newer_kind")).toBe("a.newer_kind"));
});
