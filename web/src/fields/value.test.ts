import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyTables, viewOf } from "@/sync/tables/tables";
import { ana, ben, doing, done, id, label, list, ticket, todo, workspaceId } from "@/sync/testing/rows";
import { priorities } from "@/ui/vocabulary";
import type { Ticket, TicketPatch } from "@/wire/generated";
import { conditionForm } from "./arrange/condition";
import { assignees } from "./assignees";
import { builtIn } from "./builtIn";
import { lists } from "./lists";
import { NONE, type Config } from "./options";
import { priority } from "./priority";
import { idsOf, isPicked, mayBeEmpty, patchTo, type Choice } from "./value";
import { patchBetween } from "./patchBetween";

const configOf = (more: Partial<Config> = {}): Config => ({ ...viewOf(emptyTables, workspaceId), me: ana, ...more });

describe("a ticket that goes to another group", () => {
  const config = configOf();
  const between = (value: Choice, row: Ticket, from: string, to: string, add = false) => patchBetween(value, row, from, to, config, add);
  const both = ticket(1, { assigneesIds: [ana, ben] });

  it("goes from one person to another, to no person, or from none", () => {
    const { value } = assignees;
    expect(between(value, ticket(1, { assigneesIds: [ana] }), ana, ben)).toEqual({ assigneesIds: { add: [ben], remove: [ana] } });
    expect(between(value, both, ana, ben)).toEqual({ assigneesIds: { add: [], remove: [ana] } });
    expect(between(value, both, ana, NONE)).toEqual({ assigneesIds: { add: [], remove: [ana, ben] } });
    expect(between(value, ticket(1), NONE, ana)).toEqual({ assigneesIds: { add: [ana], remove: [] } });
    expect(between(value, both, ana, ana)).toBeNull();
  });

  it("keeps the person that it comes from, if asked to", () => {
    expect(between(assignees.value, ticket(1, { assigneesIds: [ana] }), ana, ben, true)).toEqual({ assigneesIds: { add: [ben], remove: [] } });
    expect(between(assignees.value, both, ana, ben, true)).toBeNull();
  });

  it("goes from one list to another, and out of every list if one of them is restricted", () => {
    const restricted = configOf({ shares: { s: { id: "s", listId: list(2).id, userId: ana, level: "manage", createdAt: "" } } });
    const row = ticket(1, { lists: [{ listId: list(1).id, rank: "V" }, { listId: list(3).id, rank: "V" }] });
    expect(between(lists.value, row, list(1).id, list(2).id)).toEqual({ lists: { add: [list(2).id], remove: [list(1).id] } });
    expect(patchBetween(lists.value, row, list(1).id, list(2).id, restricted, true)).toEqual({ lists: { add: [list(2).id], remove: [list(1).id, list(3).id] } });
    expect(between(lists.value, row, list(1).id, NONE)).toBeNull();
  });

  it("takes on a priority, or loses it", () => {
    expect(between(priority.value, ticket(1), NONE, "day")).toEqual({ priority: "day" });
    expect(between(priority.value, ticket(1, { priority: "day" }), "day", NONE)).toEqual({ priority: null });
  });
});

/** Applies the part of a patch that fields write, as the node does. */
function patched(before: Ticket, patch: TicketPatch): Ticket {
  const { assigneesIds, labels, lists, description: _, ...plain } = patch;
  const merge = (own: readonly string[], change?: { add: string[]; remove: string[] }) =>
    [...own.filter((each) => !change?.remove.includes(each)), ...(change?.add ?? [])];
  const listIds = merge(before.lists.map(({ listId }) => listId), lists);
  return {
    ...before,
    ...(plain as Partial<Ticket>),
    assigneesIds: merge(before.assigneesIds, assigneesIds),
    labels: merge(before.labels, labels),
    lists: listIds.map((listId) => ({ listId, rank: "V" })),
  };
}

/** Values that each field can have. */
const values: Record<string, string[]> = {
  status: [todo.id, doing.id, done.id],
  assignees: [ana, ben, id("9", 1)],
  lists: [list(1).id, list(2).id],
  priority: [...priorities],
  startDate: ["2026-04-01", "2026-05-01"],
  dueDate: ["2026-04-02", "2026-05-02"],
  labels: [label(1).id, label(2).id],
  reporter: [ana, ben],
};

describe("a patch to a value", () => {
  const picked = builtIn.flatMap((field) => (isPicked(field.value) ? [{ id: field.id, value: field.value }] : []));

  it.each(picked)("of $id gives the ticket this value, and the patch to the value before takes it back", ({ id, value }) => {
    const some = fc.uniqueArray(fc.constantFrom(...(values[id] ?? [])), {
      minLength: value.kind === "one" && !mayBeEmpty(value) ? 1 : 0,
      maxLength: value.kind === "many" ? 3 : 1,
    });
    fc.assert(
      fc.property(some, some, (first, second) => {
        const set = (row: Ticket, wanted: string[]) => patched(row, patchTo(value, row, wanted) ?? {});
        const before = set(ticket(1), first);
        const after = set(before, second);
        expect(new Set(idsOf(value, after))).toEqual(new Set(second));
        expect(new Set(idsOf(value, set(after, first)))).toEqual(new Set(first));
        expect(patchTo(value, after, second)).toBeNull();
      }),
    );
  });

  it("empties no field that always has a value", () => {
    const kept = picked.filter(({ value }) => !mayBeEmpty(value)).map(({ id }) => id);
    expect(kept).toEqual(["status", "lists"]);
  });
});

describe("the fields of every ticket", () => {
  it("have ids, keys and words of their own", () => {
    for (const name of ["id", "key", "word"] as const) expect(new Set(builtIn.map((field) => field[name])).size).toBe(builtIn.length);
  });

  it("can be grouped by only if they have options or periods, and filtered if they have those or values that a condition compares", () => {
    const grouped = builtIn.filter(({ group }) => group && !group.periods);
    expect(grouped.map(({ value }) => value.kind).filter((kind) => kind !== "one" && kind !== "many")).toEqual([]);
    const filtered = builtIn.filter(({ filter, value }) => filter && conditionForm(value) === null);
    expect(filtered.map(({ value }) => value.kind).filter((kind) => kind !== "one" && kind !== "many")).toEqual([]);
  });
});
