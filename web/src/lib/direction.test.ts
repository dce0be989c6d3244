import { beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute("dir");
  vi.resetModules();
});

it("mirrors the layout in this browser, also after a reload", async () => {
  const { setMirrored } = await import("./direction");
  setMirrored(true);
  expect(document.documentElement.dir).toBe("rtl");

  vi.resetModules();
  const reloaded = await import("./direction");
  expect(reloaded.isMirrored()).toBe(true);
  reloaded.setMirrored(false);
  expect(document.documentElement.dir).toBe("");
  expect(localStorage.length).toBe(0);
});

it("swaps the arrows to the left and to the right in a mirrored layout only", async () => {
  const { keyInOrder, setMirrored } = await import("./direction");
  const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "Home"];
  expect(keys.map(keyInOrder)).toEqual(keys);
  setMirrored(true);
  expect(keys.map(keyInOrder)).toEqual(["ArrowRight", "ArrowLeft", "ArrowUp", "Home"]);
});
