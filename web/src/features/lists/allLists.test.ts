import { describe, expect, it } from "vitest";
import { list as row } from "@/sync/testing/rows";
import type { Group, List } from "@/wire/generated";
import { listsFound } from "./allLists";

const list = (n: number, name: string, more: Partial<List> = {}): List => ({ ...row(n, `V${n}`), name, ...more });
const group = (id: string, name: string, parentGroupId: string | null = null) => ({ id, name, parentGroupId }) as Group;
const byId = <T extends { id: string }>(...rows: T[]) => Object.fromEntries(rows.map((one) => [one.id, one]));

const view = {
  lists: byId(
    list(1, "Backlog", { suggested: true }),
    list(2, "Boats", { description: "Hulls and keels", groupId: "yard" }),
    list(3, "Nets", { groupId: "gone" }),
    list(4, "Old ropes", { archivedAt: "2026-01-01T00:00:00Z" }),
  ),
  groups: byId(group("works", "Works"), group("yard", "Yard", "works")),
};
const names = (typed: string) => listsFound(view, typed).map(({ list: { name } }) => name);

describe("all lists", () => {
  it("are those in use, the suggested ones last, each with the groups around it", () => {
    expect(names("")).toEqual(["Boats", "Nets", "Backlog"]);
    expect(listsFound(view, "").map(({ groups }) => groups)).toEqual([["Works", "Yard"], [], []]);
  });

  it("are found by words of their name, their description and their groups", () => {
    expect(names("BOA")).toEqual(["Boats"]);
    expect(names("keels hulls")).toEqual(["Boats"]);
    expect(names("works boats")).toEqual(["Boats"]);
    expect(names("rope")).toEqual([]);
  });
});
