import { describe, expect, it, vi } from "vitest";
import { combination, isTaken, lookUp } from "./hotkeys";

const press = (key: string, held: Partial<Record<"metaKey" | "ctrlKey" | "altKey" | "shiftKey", boolean>> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "",
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

describe("hotkeys", () => {
  it("write a combination one way on every keyboard", () => {
    expect(combination(press("k", { metaKey: true }))).toBe("Mod+K");
    expect(combination(press("k", { ctrlKey: true }))).toBe("Mod+K");
    expect(combination(press("L", { shiftKey: true }))).toBe("Shift+L");
    expect(combination(press("?", { shiftKey: true }))).toBe("?");
    expect(combination(press("n"))).toBe("N");
    expect(combination({ ...press("å", { altKey: true }), code: "KeyA" })).toBe("Alt+A");
    expect(combination(press("ArrowDown", { shiftKey: true }))).toBe("Shift+ArrowDown");
    expect(combination(press(" "))).toBe("Space");
  });

  it("know a sequence from its first key", () => {
    const [go, add] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const keys = { "G A": go, A: add };
    expect(lookUp(keys, "G", null)).toEqual({ run: undefined, begins: true });
    expect(lookUp(keys, "A", "G")).toEqual({ run: go, begins: false });
    expect(lookUp(keys, "A", null)).toEqual({ run: add, begins: false });
  });

  it("leave keys to a person who types", () => {
    expect(isTaken(document.createElement("input"))).toBe(true);
    expect(isTaken(document.createElement("textarea"))).toBe(true);
    expect(isTaken(document.createElement("button"))).toBe(false);
    const check = document.createElement("input");
    check.type = "checkbox";
    expect(isTaken(check)).toBe(false);
  });
});

describe("keyboards that write no Latin letters", () => {
  it("takes the place of the key instead", () => {
    const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };
    expect(combination({ ...plain, key: "ы", code: "KeyS" })).toBe("S");
    expect(combination({ ...plain, key: "¡", code: "Digit1", metaKey: true, altKey: true })).toBe("Mod+Alt+1");
  });
});
