import { describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { capabilitiesOf, viewer } from "@/sync/testing/capabilities";
import { ticket, viewOf } from "@/sync/testing/views";
import type { List } from "@/wire/generated";
import { findHomes, firstHomes } from "./homes";

const list = (id: string, name: string, rank: string, more: Partial<List> = {}) => ({ id, name, rank, archivedAt: null, suggested: false, ...more }) as List;

const state = {
  ...useTroupe.getState(),
  ...viewOf({ tickets: [ticket("t1", { title: "Mend the nets", number: 1 }), ticket("t2", { title: "Buy rope", number: 2, trashedAt: "2026-01-01T00:00:00Z" })] }),
  me: "ana",
  capabilities: capabilitiesOf.owner,
  lists: { a: list("a", "Harbour", "a"), b: list("b", "Boats and nets", "b"), old: list("old", "Old nets", "c", { archivedAt: "2026-01-01T00:00:00Z" }) },
};
const names = (homes: readonly { name: string }[]) => homes.map(({ name }) => name);

describe("the home of a new link", () => {
  it("is the task that is open, or a new task in the list that is shown, or in another one", () => {
    expect(names(firstHomes(state, { ticketId: "t1", listId: "b" }))).toEqual(["KEY-1 Mend the nets", "New task in Boats and nets", "New task in Harbour"]);
    expect(names(firstHomes(state, { ticketId: null, listId: null }))).toEqual(["New task in Harbour", "New task in Boats and nets"]);
  });

  it("is never a task in the trash or an archived list", () => {
    expect(names(firstHomes(state, { ticketId: "t2", listId: "old" }))).toEqual(["New task in Harbour", "New task in Boats and nets"]);
  });

  it("is found by the number or the title of a task, and by the name of a list", () => {
    expect(names(findHomes(state, "nets"))).toEqual(["KEY-1 Mend the nets", "New task in Boats and nets"]);
    expect(names(findHomes(state, "1"))).toEqual(["KEY-1 Mend the nets"]);
    expect(names(findHomes(state, "rope"))).toEqual([]);
  });

  it("is absent for a person who may only read", () => {
    expect(firstHomes({ ...state, capabilities: viewer }, { ticketId: "t1", listId: "a" })).toEqual([]);
  });
});
