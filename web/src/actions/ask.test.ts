import { beforeEach, expect, it } from "vitest";
import { answered, ask, useAsked } from "./ask";

const cell = document.createElement("div");
const typed = () => useAsked.getState().asked?.typed;

beforeEach(() => answered());

it("keeps all characters that a cell receives before its picker has the focus", () => {
  ask("endDate", ["one"], cell, "t");
  ask("endDate", ["one"], cell, "o");
  expect(typed()).toBe("to");
});

it("begins again with another cell, another question, or after an answer", () => {
  ask("endDate", ["one"], cell, "t");
  ask("endDate", ["two"], document.createElement("div"), "o");
  expect(typed()).toBe("o");
  ask("startDate", ["two"], cell, "m");
  expect(typed()).toBe("m");
  answered();
  ask("startDate", ["two"], cell, "n");
  expect(typed()).toBe("n");
  ask("startDate", ["two"], cell);
  expect(typed()).toBeUndefined();
});
