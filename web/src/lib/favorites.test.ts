import { expect, it } from "vitest";
import { isFavorite, knownFavorites, type Favorite } from "./favorites";

const list: Favorite = { kind: "list", id: "a" };

it("nt19: a place is a favorite by its kind and its id", () => {
  expect(isFavorite([list], { kind: "list", id: "a" })).toBe(true);
  expect(isFavorite([list], { kind: "view", id: "a" })).toBe(false);
  expect(isFavorite([list], { kind: "list", id: "b" })).toBe(false);
});

it("nt19: a favorite of a kind that only a later build knows is left out", () => {
  expect(knownFavorites([{ kind: "moon", id: "a" }, list, { kind: "page", id: "home" }])).toEqual([list, { kind: "page", id: "home" }]);
});
