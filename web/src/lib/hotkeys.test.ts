import { afterEach, describe, expect, it, vi } from "vitest";
import { attachHotkeys, begins, combination, handlersOf, isTaken, sequenceMs, type Hotkeys } from "./hotkeys";
import { keysNow, useOwnKeys } from "./ownKeys";

const press = (key: string, held: Partial<Record<"metaKey" | "ctrlKey" | "altKey" | "shiftKey", boolean>> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "",
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

afterEach(() => useOwnKeys.setState({ own: {} }));

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
    expect(handlersOf([keys], "G", null)).toEqual([]);
    expect(begins([keys], "G")).toBe(true);
    expect(begins([keys], "A")).toBe(false);
    expect(handlersOf([keys], "A", "G")).toEqual([go, add]);
    expect(handlersOf([keys], "A", null)).toEqual([add]);
  });

  it("leave keys to a person who types", () => {
    expect(isTaken(document.createElement("input"))).toBe(true);
    expect(isTaken(document.createElement("textarea"))).toBe(true);
    expect(isTaken(document.createElement("button"))).toBe(false);
    const check = document.createElement("input");
    check.type = "checkbox";
    expect(isTaken(check)).toBe(false);
  });

  it("leave keys to an open menu, and not to one that is closing", () => {
    const menu = document.createElement("div");
    menu.setAttribute("role", "menu");
    const item = menu.appendChild(document.createElement("div"));
    menu.dataset.state = "open";
    expect(isTaken(item)).toBe(true);
    menu.dataset.state = "closed";
    expect(isTaken(item)).toBe(false);
  });
});

describe("keyboards of other languages", () => {
  const plain = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false };

  it("ks6: name a key by its position if they type no Latin letters", () => {
    expect(combination({ ...plain, key: "ы", code: "KeyS" })).toBe("S");
    expect(combination({ ...plain, key: "¡", code: "Digit1", metaKey: true, altKey: true })).toBe("Mod+Alt+1");
  });

  it("ks6: name a sign that AltGr types by the sign, however the system reports the key", () => {
    const getModifierState = (key: string) => key === "AltGraph";
    expect(combination({ ...plain, key: "[", code: "Digit8", ctrlKey: true, altKey: true, getModifierState })).toBe("[");
    expect(combination({ ...plain, key: "#", code: "KeyX", getModifierState })).toBe("#");
  });
});

describe("the keys of a person", () => {
  it("ks1: replace the default keys, also those of one page only, and can be empty", () => {
    useOwnKeys.setState({ own: { "Mod+K": "Q", "inbox:E": "D", F: "" } });
    const run = vi.fn<() => void>();
    const keys = { "Mod+K": run, "inbox:E": run, F: run, "inbox:U": run };
    expect(["Q", "D", "U"].map((pressed) => handlersOf([keys], pressed, null).length)).toEqual([1, 1, 1]);
    expect(["Mod+K", "E", "F"].flatMap((pressed) => handlersOf([keys], pressed, null))).toEqual([]);
    expect(keysNow("inbox:U")).toBe("U");
  });
});

describe("attached shortcuts", () => {
  const send = (init: KeyboardEventInit, at: number, target: EventTarget = window) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    Object.defineProperty(event, "timeStamp", { value: at });
    target.dispatchEvent(event);
    return event;
  };
  const ran: string[] = [];
  const named = (...names: string[]): Hotkeys => Object.fromEntries(names.map((name) => [name, () => void ran.push(name)]));
  const attached = (...all: Hotkeys[]) => all.map((keys) => attachHotkeys({ keys: () => keys, whileTyping: true }));
  afterEach(() => (ran.length = 0));

  it("ks6: give the second key of a sequence to the sequence, even if another shortcut has that key", () => {
    const detach = attached(named("X"), named("M X"));
    send({ key: "x", code: "KeyX" }, 0);
    send({ key: "m", code: "KeyM" }, 10);
    send({ key: "Shift", code: "ShiftLeft" }, 20);
    send({ key: "x", code: "KeyX" }, 10 + sequenceMs);
    expect(ran).toEqual(["X", "M X"]);
    send({ key: "m", code: "KeyM" }, 5_000);
    send({ key: "x", code: "KeyX" }, 5_001 + sequenceMs);
    expect(ran).toEqual(["X", "M X", "X"]);
    for (const each of detach) each();
  });

  it("leave a key to others if they have nothing to do", () => {
    const detach = attached({ J: () => false }, named("J"));
    expect(send({ key: "j", code: "KeyJ" }, 0).defaultPrevented).toBe(true);
    expect(ran).toEqual(["J"]);
    for (const each of detach) each();
    expect(send({ key: "j", code: "KeyJ" }, 10).defaultPrevented).toBe(false);
  });

  it("come before all others if asked to", () => {
    const [detach] = attached(named("E"));
    const detachFirst = attachHotkeys({ keys: () => ({ E: () => void ran.push("first") }) }, true);
    send({ key: "e", code: "KeyE" }, 0);
    expect(ran).toEqual(["first"]);
    detachFirst();
    detach?.();
  });

  it("with Mod work in a text field, but not those of actions on tasks", () => {
    const input = document.body.appendChild(document.createElement("input"));
    const [detach] = attached(named("Mod+K", "K"));
    const detachActions = attachHotkeys({ keys: () => named("Mod+Backspace") });
    send({ key: "k", code: "KeyK" }, 0, input);
    send({ key: "k", code: "KeyK", ctrlKey: true }, 10, input);
    send({ key: "Backspace", ctrlKey: true }, 20, input);
    expect(ran).toEqual(["Mod+K"]);
    detach?.();
    detachActions();
    input.remove();
  });
});
