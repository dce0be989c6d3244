import { describe, expect, it } from "vitest";
import { noChoices, withKeys } from "@/actions/shortcuts/choices";
import type { Shortcut, ShortcutGroup } from "@/actions/shortcuts/catalog";
import { found, spoken } from "./find";

const own = (id: string, name: string, ...names: string[]): Shortcut => ({ id, name, names, where: "everywhere" });
const status = own("status", "Set status", "S");
const groups: ShortcutGroup[] = [
  { name: "Everywhere", shortcuts: [own("palette", "Browse all", "Mod+K"), own("list", "New list", "Shift+L"), own("inbox", "Inbox", "G I")], fixed: [{ name: "Close", keys: "Escape" }] },
  { name: "Task", shortcuts: [status], fixed: [{ name: "Zoom in", keys: "+" }] },
];
const seek = (query: string, changed = false, choices = noChoices, context: string | null = null) => found(groups, choices, { query, changed, context }).flatMap(({ shortcuts, fixed }) => [...shortcuts, ...fixed].map(({ name }) => name));

describe("the search for a shortcut", () => {
  it("finds words of the name, in any order", () => {
    expect(seek("list new")).toEqual(["New list"]);
    expect(seek("")).toHaveLength(6);
    expect(seek("nothing")).toEqual([]);
  });

  it.each([
    ["ctrl k", "Browse all"],
    ["Cmd + K", "Browse all"],
    ["⌘K", "Browse all"],
    ["shift+l", "New list"],
    ["g i", "Inbox"],
    ["s", "Set status"],
    ["esc", "Close"],
    ["+", "Zoom in"],
  ])("finds keys, however they are written: %s", (query, name) => {
    expect(seek(query)).toContain(name);
  });

  it("finds the keys that a person chose, and only changed shortcuts on request", () => {
    const choices = withKeys(noChoices, status, "W");
    expect(seek("w", true, choices)).toEqual(["Set status"]);
    expect(seek("", true, choices)).toEqual(["Set status"]);
    expect(seek("", true)).toEqual([]);
  });

  it("is limited to one context on request", () => {
    expect(seek("", false, noChoices, "Task")).toEqual(["Set status", "Zoom in"]);
    expect(seek("list", false, noChoices, "Task")).toEqual([]);
  });

  it("writes keys as words", () => {
    expect(spoken("Mod+Shift+Enter")).toBe("Ctrl Shift Enter");
    expect(spoken("G ArrowUp")).toBe("G Arrow up");
    expect(spoken("+")).toBe("+");
  });
});
