import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBuild } from "../scripts/worker";
import { isOfBuild, mayTakeOver, otherCaches } from "./build";

const build = { hash: "b2", entry: "/assets/base-2.js" };

describe("of_3 a build", () => {
  it("is kept whole or not at all: a file of another build is none of its files", () => {
    const page = (entry: string) => ({ ok: true, html: `<script src="${entry}"></script>` });
    expect(isOfBuild(build, "/", page("/assets/base-2.js"))).toBe(true);
    expect(isOfBuild(build, "/", page("/assets/base-1.js"))).toBe(false);
    expect(isOfBuild(build, "/", { ok: true, html: null })).toBe(false);
    expect(isOfBuild(build, "/assets/list-2.js", { ok: true, html: null })).toBe(true);
    expect(isOfBuild(build, "/assets/list-2.js", { ok: false, html: null })).toBe(false);
    // A node answers unknown paths with the page.
    expect(isOfBuild(build, "/new-icon.png", page("/assets/base-1.js"))).toBe(false);
  });

  it("takes over from the one before if the only tab runs it", () => {
    expect(mayTakeOver(build, "/assets/base-2.js", 1)).toBe(true);
    expect(mayTakeOver(build, "/assets/base-1.js", 1)).toBe(false);
    expect(mayTakeOver(build, "/assets/base-2.js", 2)).toBe(false);
  });

  it("drops the files of other builds, and no cache of another program", () => {
    expect(otherCaches(build, ["troupe-b1", "troupe-b2", "pictures"])).toEqual(["troupe-b1"]);
  });
});

describe("the list of the files of a build", () => {
  let folder = "";
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "troupe-build-"));
    write("index.html", '<script src="/assets/base-1.js"></script>');
    for (const path of ["theme.js", "assets/base-1.js", "assets/list-1.css", "assets/pdf-6/cmaps/a.bcmap", "assets/pdf.worker-1.mjs", "assets/Pdf-1.js"]) write(path, path);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("begins with the page, and leaves out what only shows PDFs of the node", () => {
    expect(readBuild(folder)).toMatchObject({ entry: "/assets/base-1.js", files: ["/", "/assets/base-1.js", "/assets/list-1.css", "/theme.js"] });
  });

  it("has a hash that changes with the page and with files without a hash in their names", () => {
    const { hash } = readBuild(folder);
    expect(readBuild(folder).hash).toBe(hash);
    write("worker.js", "of an earlier build");
    expect(readBuild(folder).hash).toBe(hash);
    write("theme.js", "another theme");
    expect(readBuild(folder).hash).not.toBe(hash);
  });
});
