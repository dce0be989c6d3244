import { expect, it } from "vitest";
import { emptySet, lacksName, setsToMake } from "./newLabelSet";

it("at14: a first label set is created if it has a name, and needs a name once anything else of it was chosen", () => {
  const chosen = { ...emptySet, labelsOrder: ["stone"] };
  expect([emptySet, chosen, { ...emptySet, single: true }].map(lacksName)).toEqual([false, true, true]);
  expect(setsToMake(emptySet)).toEqual([]);
  const named = { ...chosen, name: "  Material " };
  expect(lacksName(named)).toBe(false);
  expect(setsToMake(named)).toEqual([{ name: "Material", single: false, labelsOrder: ["stone"] }]);
});
