import { beforeEach, describe, expect, it, vi } from "vitest";
import { isMissingChunk } from "@/lib/later";
import { buildIn, noteReload, offeredBuild, wayOn } from "./build";

const a = "/assets/base-aaa.js";
const b = "/assets/base-bbb.js";
const at = (running: string, offered: string | null, unstored = false) => ({ running, offered, unstored });

beforeEach(() => sessionStorage.clear());

describe("F-45 a part of the app that does not come", () => {
  it("is told by the words of each engine, and by nothing else", () => {
    for (const words of [
      "Failed to fetch dynamically imported module: https://troupe.example/assets/ListPage-x.js",
      "error loading dynamically imported module: https://troupe.example/assets/ListPage-x.js",
      "Importing a module script failed.",
      "Unable to preload CSS for /assets/ListPage-x.css",
    ])
      expect(isMissingChunk(new TypeError(words))).toBe(true);
    expect(isMissingChunk(new TypeError("x is not a function"))).toBe(false);
    expect(isMissingChunk("dynamically imported module")).toBe(false);
  });

  it("makes the page load anew once for each build, and never for one that it had", () => {
    expect(wayOn(at(a, b))).toBe("reload");
    expect(noteReload(a)).toBe(true);
    expect(wayOn(at(a, b))).toBe("newer");
    expect(wayOn(at(a, a))).toBe("stuck");
    expect(wayOn(at(b, a))).toBe("reload");
    noteReload(b);
    // Two nodes of two builds behind one address: it ends here.
    expect([wayOn(at(a, b)), wayOn(at(b, a))]).toEqual(["newer", "newer"]);
  });

  it("waits for a node that is away, and for edits that only this tab has", () => {
    expect(wayOn(at(a, null))).toBe("away");
    expect(wayOn(at(a, b, true))).toBe("unsaved");
  });

  it("is not reloaded for where that could not be noted", () => {
    vi.stubGlobal("sessionStorage", {
      getItem: () => null,
      setItem: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
    expect(noteReload(a)).toBe(false);
    vi.unstubAllGlobals();
  });

  it("takes a node that says nothing for one that is away", async () => {
    vi.useFakeTimers();
    const silent = (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError"))));
    vi.stubGlobal("fetch", silent);
    const offered = offeredBuild();
    await vi.advanceTimersByTimeAsync(4000);
    expect(await offered).toBeNull();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("knows a build by the file that begins it", () => {
    expect(buildIn(`<script type="module" crossorigin src="${a}"></script>`)).toBe(a);
    expect(buildIn("<html>")).toBe("");
  });
});
