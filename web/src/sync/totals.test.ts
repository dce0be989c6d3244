import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ticket } from "@/wire/generated";
import { component, doing, done, fixVersion, ticket, todo } from "./testing/rows";
import { counted, keeper, noStatistics, totalTickets, versionStatistics } from "./totals";

const statuses = { [todo.id]: todo, [doing.id]: doing, [done.id]: done };
const rows = (all: readonly Ticket[]) => Object.fromEntries(all.map((row) => [row.id, row]));

const versions = [1, 2, 3].map((n) => fixVersion(n).id);
const components = [1, 2, 3].map((n) => component(n).id);

/** One change of a table of tickets: the row of a place is written anew, or is gone. */
const step = fc.record({
  n: fc.integer({ min: 1, max: 8 }),
  gone: fc.boolean(),
  statusId: fc.constantFrom(todo.id, doing.id, done.id, "unknown"),
  trashed: fc.boolean(),
  fixVersionsIds: fc.option(fc.uniqueArray(fc.constantFrom(...versions)), { nil: undefined }),
  componentsIds: fc.option(fc.uniqueArray(fc.constantFrom(...components)), { nil: undefined }),
  title: fc.constantFrom("a", "b"),
});

/** A status that changes its category, as happens while no ticket that a person sees is in it. */
const turn = fc.constantFrom("byDefault", "started", "blocked", "canceled", "completed");

describe("statistics", () => {
  it("fv2, co1: which are kept while tickets change equal a recount", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.array(step, { maxLength: 4 }), fc.option(turn, { nil: undefined })), { maxLength: 30 }), (frames) => {
        const kept = { fixVersionsIds: keeper("fixVersionsIds"), componentsIds: keeper("componentsIds") };
        let tickets: Record<string, Ticket> = {};
        let known = statuses;
        for (const [steps, category] of frames) {
          tickets = { ...tickets };
          for (const { n, gone, trashed, ...row } of steps) {
            const { id } = ticket(n);
            const named = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
            if (gone) delete tickets[id];
            else tickets[id] = ticket(n, { ...(named as Partial<Ticket>), trashedAt: trashed ? "2026-01-01T09:00:00Z" : null });
          }
          if (category !== undefined) known = { ...known, [doing.id]: { ...doing, category } };
          for (const field of ["fixVersionsIds", "componentsIds"] as const) {
            expect(new Map([...kept[field](tickets, known)].toSorted())).toEqual(new Map([...counted(tickets, known, field)].toSorted()));
          }
        }
      }),
      { seed: 29, numRuns: 200 },
    );
  });

  it("fv2: count by the category of the status, and not what is in the trash", () => {
    const of = (n: number, statusId: string, over: Partial<Ticket> = {}) => ticket(n, { statusId, fixVersionsIds: [versions[0] ?? ""], ...over });
    const tickets = rows([of(1, todo.id), of(2, doing.id), of(3, done.id), of(4, done.id), of(5, done.id, { trashedAt: "2026-01-01T09:00:00Z" }), ticket(6)]);
    const statistics = versionStatistics({ tickets, statuses });
    expect(statistics.get(versions[0] ?? "")).toEqual({ ...noStatistics, default: 1, started: 1, completed: 2, all: 4 });
    expect([...statistics.keys()]).toEqual([versions[0]]);
  });

  it("keep their identity while only other fields of tickets change", () => {
    const keep = keeper("fixVersionsIds");
    const one = ticket(1, { fixVersionsIds: [versions[0] ?? ""] });
    const before = keep(rows([one, ticket(2)]), statuses);
    expect(keep(rows([{ ...one, title: "Other" }, { ...ticket(2), priority: "day" }]), statuses)).toBe(before);
    expect(keep(rows([one]), { ...statuses, [todo.id]: { ...todo, name: "Later" } })).toBe(before);
  });

  it("co1: totalTickets counts the tickets that name a component", () => {
    const tickets = rows([ticket(1, { componentsIds: [...components] }), ticket(2, { componentsIds: [components[1] ?? ""] }), ticket(3)]);
    expect(components.map((id) => totalTickets({ tickets, statuses }, id))).toEqual([1, 2, 1]);
  });
});
