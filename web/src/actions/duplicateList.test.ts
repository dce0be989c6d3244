import { describe, expect, it } from "vitest";
import { list } from "@/sync/testing/rows";
import type { SavedView, Share } from "@/wire/generated";
import { copyName, copyOf } from "./duplicateList";

const createdAt = "2026-01-01T09:00:00Z";
const [from, to] = [list(1).id, list(9).id];

describe("a duplicated list", () => {
  const view = (id: string, over: Partial<SavedView>): SavedView => ({
    id,
    name: id,
    personal: false,
    createdUserId: "a",
    listId: from,
    layout: "kanban",
    filter: `list = ${from}`,
    groupBy: "status",
    sortBy: "manual",
    descending: false,
    columns: [],
    createdAt,
    ...over,
  });
  const views = [view("shared", {}), view("mine", { personal: true }), view("other", { listId: null })];
  const lists = { [from]: { ...list(1), icon: "rocket" as const, description: "Up.", groupId: "gone" } };
  const state = { lists, groups: {}, shares: {}, savedViews: Object.fromEntries(views.map((one) => [one.id, one])) };

  it("has the settings of the other one, a name of its own, and its shared views, which mean the copy", () => {
    const [made, ...rest] = copyOf(state, from, to, () => "new");
    expect(made).toEqual({ kind: "list.create", listId: to, name: "List 1 (copy)", color: "blue", after: from, icon: "rocket", description: "Up." });
    expect(rest).toEqual([
      { kind: "savedView.create", savedViewId: "new", name: "shared", personal: false, listId: to, layout: "kanban", filter: `list = ${to}`, groupBy: "status", sortBy: "manual", descending: false, columns: [] },
    ]);
  });

  it("ls1: a copy of a restricted list is restricted, too, and shared with no other person", () => {
    const share: Share = { id: "s", listId: from, userId: "b", level: "manage", createdAt };
    const made = copyOf({ ...state, shares: { s: share } }, from, to, () => "new");
    expect(made[0]).toMatchObject({ kind: "list.create", restricted: true });
    expect(made.some(({ kind }) => kind === "share.set")).toBe(false);
  });

  it("gets the next name that is free, within the limit of names", () => {
    expect(copyName("Pier", ["pier (COPY)"])).toBe("Pier (copy 2)");
    expect(copyName("x".repeat(100), [])).toHaveLength(100);
  });
});
