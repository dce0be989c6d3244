import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The import order of the folders, from the top down. Features never import features, nor screens screens; shared code
 * belongs to a folder below.
 */
const rows = [["app"], ["screens"], ["features"], ["actions"], ["fields"], ["sync"], ["api"], ["wire"], ["ui"], ["lib"], ["words"]];
const separate = new Set(["features", "screens"]);

const rowOf = (room: string) => rows.findIndex((row) => row.includes(room));
const source = join(import.meta.dirname, "../src");

const textOf = (file: string) => readFileSync(join(source, file), "utf8");

function importsOf(file: string): string[] {
  const text = textOf(file);
  const found = text.matchAll(/(?:from\s+|import\s*\(\s*|import\s+)["']((?:\.{1,2}|@)\/[^"']+)["']/g);
  return [...found].map((match) => {
    const path = match[1] ?? "";
    return path.startsWith("@/") ? path.slice(2) : normalize(join(dirname(file), path));
  });
}

function breach(file: string, target: string): string | null {
  const [fromRoom = "", fromPart = ""] = file.split("/");
  const [toRoom = "", toPart = ""] = target.split("/");
  const [from, to] = [rowOf(fromRoom), rowOf(toRoom)];
  if (from < 0) return null;
  if (to < 0) return `${file} imports ${target}, which is in no room`;
  if (to < from) return `${file} imports ${target}: upwards`;
  if (fromRoom === toRoom && separate.has(fromRoom) && fromPart !== toPart)
    return `${file} imports ${target}: ${fromRoom} do not import each other`;
  return null;
}

describe("the import law", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

  it("finds the rooms it watches over", () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it("lets imports run downwards only, and no feature or screen import another", () => {
    const breaches = files.flatMap((file) => importsOf(file).map((target) => breach(file, target)));
    expect(breaches.filter((found) => found !== null)).toEqual([]);
  });

  it("leaves Lingui to the macros: only `words` imports what runs", () => {
    const breaches = files.filter(
      (file) => !file.startsWith("words/") && /from\s+"@lingui\/(?!core\/macro|react\/macro)/.test(textOf(file)),
    );
    expect(breaches).toEqual([]);
  });

  it("knows a breach when it sees one", () => {
    expect(breach("ui/Button.tsx", "sync/store")).toContain("upwards");
    expect(breach("features/kanban/Board.tsx", "features/ticket/Panel")).toContain("do not import");
    expect(breach("features/kanban/Board.tsx", "features/kanban/Card")).toBeNull();
    expect(breach("features/kanban/Board.tsx", "ui/Avatar")).toBeNull();
  });
});
