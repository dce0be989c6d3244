import { beforeEach, expect, it, vi } from "vitest";
import { isStill } from "./still";

let system: { matches: boolean; changed: () => void };
beforeEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute("data-still");
  vi.resetModules();
  system = { matches: false, changed: () => {} };
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return system.matches;
    },
    addEventListener: (_: string, changed: () => void) => (system.changed = changed),
    removeEventListener: () => (system.changed = () => {}),
  }));
});

const turnSystem = (matches: boolean) => {
  system.matches = matches;
  system.changed();
};

it("follows the system until the person chooses, and again after the choice is taken back", async () => {
  const { followMotion, setMotion } = await import("./motion");
  system.matches = true;
  const end = followMotion();
  expect(isStill()).toBe(true);
  turnSystem(false);
  expect(isStill()).toBe(false);
  setMotion("reduced");
  expect(isStill()).toBe(true);
  setMotion("full");
  turnSystem(true);
  expect(isStill()).toBe(false);
  setMotion("system");
  expect(isStill()).toBe(true);
  end();
  turnSystem(false);
  expect(isStill()).toBe(true);
});

it("keeps the choice in this browser, also after a reload", async () => {
  const { setMotion } = await import("./motion");
  setMotion("reduced");
  vi.resetModules();
  const reloaded = await import("./motion");
  expect(reloaded.useMotion.getState().motion).toBe("reduced");
  document.documentElement.removeAttribute("data-still");
  reloaded.followMotion();
  expect(isStill()).toBe(true);
  reloaded.setMotion("system");
  expect(localStorage.length).toBe(0);
  localStorage.setItem("troupe.motion", "much");
  vi.resetModules();
  expect((await import("./motion")).useMotion.getState().motion).toBe("system");
});
