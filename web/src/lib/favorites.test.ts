import { beforeEach, describe, expect, it } from "vitest";
import { changeFavorites, favoritesOf, moved, mostFavorites, toggled, type Favorite } from "./favorites";
import { readPlaces } from "./keptPlaces";

const list = (id: string): Favorite => ({ kind: "list", id });
const ids = (favorites: readonly Favorite[]) => favorites.map(({ id }) => id);
const three = [list("a"), list("b"), { kind: "ticket", id: "c" } as const];

beforeEach(() => localStorage.clear());

describe("favorites", () => {
  it("are added at the end, and removed by the same command", () => {
    const more = toggled(three, { kind: "view", id: "v" });
    expect(ids(more)).toEqual(["a", "b", "c", "v"]);
    expect(ids(toggled(more, list("b")))).toEqual(["a", "c", "v"]);
  });

  it("are told apart by their kind and their id", () => {
    expect(toggled(three, list("c"))).toHaveLength(4);
  });

  it("have a limit", () => {
    const full = Array.from({ length: mostFavorites }, (_, at) => list(`l${at}`));
    expect(toggled(full, list("one more"))).toBe(full);
    expect(toggled(full, list("l0"))).toHaveLength(mostFavorites - 1);
  });

  it("move after another one, or to the front", () => {
    expect(ids(moved(three, "a", "b"))).toEqual(["b", "a", "c"]);
    expect(ids(moved(three, "c", null))).toEqual(["c", "a", "b"]);
    expect(ids(moved(three, "a", "c"))).toEqual(["b", "c", "a"]);
    expect(moved(three, "gone", "a")).toBe(three);
    expect(moved(three, "a", "a")).toBe(three);
  });

  it("belong to a person and a workspace, and are kept by the browser", () => {
    changeFavorites("w1", "ana", (favorites) => toggled(favorites, list("a")));
    changeFavorites("w1", "ben", (favorites) => toggled(favorites, list("b")));
    expect(ids(favoritesOf("w1", "ana"))).toEqual(["a"]);
    expect(favoritesOf("w2", "ana")).toEqual([]);
    expect(JSON.parse(localStorage.getItem("troupe.favorites.w1.ben") ?? "")).toEqual([list("b")]);
  });

  it("can be pages", () => {
    const pages = [{ kind: "page", id: "completed" }, { kind: "person", id: "ben" }] as const;
    for (const page of pages) changeFavorites("w4", "ana", (favorites) => toggled(favorites, page));
    window.dispatchEvent(new StorageEvent("storage", { key: "troupe.favorites.w4.ana" }));
    expect(favoritesOf("w4", "ana")).toEqual(pages);
  });

  it("follow what another tab has stored", () => {
    expect(favoritesOf("w3", "ana")).toEqual([]);
    localStorage.setItem("troupe.favorites.w3.ana", JSON.stringify([list("z")]));
    window.dispatchEvent(new StorageEvent("storage", { key: "troupe.favorites.w3.ana" }));
    expect(ids(favoritesOf("w3", "ana"))).toEqual(["z"]);
  });

  it("are read from storage without unknown parts", () => {
    const kinds = ["list", "view", "ticket"] as const;
    expect(readPlaces(JSON.stringify([list("a"), { kind: "page", id: "x" }, { kind: "list" }, null, 7]), { kinds, most: 9 })).toEqual([list("a")]);
    for (const broken of [null, "", "{", "null", "7", "{}"]) expect(readPlaces(broken, { kinds, most: 9 })).toEqual([]);
    expect(readPlaces(JSON.stringify(three), { kinds, most: 2 })).toHaveLength(2);
  });
});
