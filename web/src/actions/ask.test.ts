import { beforeEach, expect, it } from "vitest";
import { answered, ask, typeAhead, useAsked } from "./ask";

const cell = document.createElement("div");
const typed = () => useAsked.getState().asked?.typed;

beforeEach(() => answered());

it("keeps all characters that a cell receives before its picker has the focus, whatever they mean elsewhere", () => {
  ask("endDate", ["one"], cell, "t");
  for (const key of ["k", " ", "-"]) expect(typeAhead(key, cell)).toBe(true);
  expect(typed()).toBe("tk -");
});

it("ends the text at Enter, which does not open the picker a second time", () => {
  ask("endDate", ["one"], cell, "t");
  for (const key of ["o", "Enter", "x"]) expect(typeAhead(key, cell)).toBe(true);
  expect(useAsked.getState().asked).toMatchObject({ typed: "to", entered: true });
});

it("ignores other keys, other cells, and pickers that were not opened by typing", () => {
  ask("endDate", ["one"], cell, "t");
  expect(typeAhead("ArrowDown", cell)).toBe(false);
  expect(typeAhead("o", document.createElement("div"))).toBe(false);
  ask("endDate", ["one"], cell);
  expect(typeAhead("o", cell)).toBe(false);
  answered();
  expect(typeAhead("o", cell)).toBe(false);
});

it("begins again with another cell, another question, or after an answer", () => {
  ask("endDate", ["one"], cell, "t");
  ask("endDate", ["two"], document.createElement("div"), "o");
  expect(typed()).toBe("o");
  ask("startDate", ["two"], cell);
  expect(typed()).toBeUndefined();
});
