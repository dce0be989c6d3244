import { describe, expect, it } from "vitest";
import type { Change, Event } from "@/wire/generated";
import { applyBatch, applyEvent, applyEvents, emptyReplica, fitOf, type EventsFrame, type Replica } from "./replica";
import { ana, label, ticket, workspaceId } from "../testing/rows";

const own = "personal";

function event(seq: number, ...changes: Change[]): Event {
  return { seq, commandId: `c${seq}`, by: ana, at: "2026-01-05T10:00:00Z", changes };
}

const create = (row: { id: string } & Record<string, unknown>, entity: Change["entity"] = "ticket"): Change => ({
  op: "create",
  entity,
  id: row.id,
  data: { ...row },
});
const update = (id: string, data: Record<string, unknown>): Change => ({ op: "update", entity: "ticket", id, data });
const remove = (id: string): Change => ({ op: "delete", entity: "ticket", id });

function replica(): Replica {
  const cursors = { [workspaceId]: { epoch: "e", seq: 0 }, [own]: { epoch: "e", seq: 0 } };
  return { ...emptyReplica(workspaceId), cursors };
}

const one = ticket(1);
const two = ticket(2);

describe("an event applied to the confirmed state", () => {
  it("creates, updates with null clearing, and deletes", () => {
    const made = applyEvent(replica(), workspaceId, event(1, create(one)));
    expect(made.tables.ticket[one.id]).toEqual(one);
    const changed = applyEvent(made, workspaceId, event(2, update(one.id, { title: "New", dueDate: null })));
    expect(changed.tables.ticket[one.id]).toEqual({ ...one, title: "New", dueDate: null });
    expect(applyEvent(changed, workspaceId, event(3, remove(one.id))).tables.ticket).toEqual({});
  });

  it("at3: merges the values of attributes: an event names those that change, and null for one that is gone", () => {
    const valued = { ...one, fields: { a: "text", b: 2, c: ["x"] } };
    const made = applyEvent(replica(), workspaceId, event(1, create(valued)));
    const merged = applyEvent(made, workspaceId, event(2, update(one.id, { fields: { b: 3, c: null, d: true } })));
    expect(merged.tables.ticket[one.id]).toEqual({ ...one, fields: { a: "text", b: 3, d: true } });
    const empty = applyEvent(merged, workspaceId, event(3, update(one.id, { title: "New", fields: { a: null, b: null, d: null } })));
    expect(empty.tables.ticket[one.id]).toStrictEqual({ ...one, title: "New" });
    const first = applyEvent(empty, workspaceId, event(4, update(one.id, { fields: { a: "again" } })));
    expect(first.tables.ticket[one.id]).toEqual({ ...one, title: "New", fields: { a: "again" } });
  });

  it("at3: merges the values of a row whose other copy is shown", () => {
    const valued = { ...one, fields: { a: "text", b: 2 } };
    const both = applyEvent(applyEvent(replica(), workspaceId, event(1, create(valued))), own, event(1, create({ ...one, private: true })));
    const late = applyEvent(both, workspaceId, event(2, update(one.id, { fields: { b: null, c: 3 } })));
    expect(late.tables.ticket[one.id]).toEqual({ ...one, private: true });
    expect(applyEvent(late, own, event(2, remove(one.id))).tables.ticket[one.id]).toEqual({ ...one, fields: { a: "text", c: 3 } });
  });

  it("moves the cursor of its scope alone", () => {
    const { cursors } = applyEvent(replica(), workspaceId, event(1, create(one)));
    expect([cursors[workspaceId]?.seq, cursors[own]?.seq]).toEqual([1, 0]);
  });

  it("leaves untouched rows, tables and the state before as they were", () => {
    const before = applyEvents(replica(), workspaceId, [event(1, create(one), create(label(1), "label"))]);
    const after = applyEvent(before, workspaceId, event(2, create(two), update(two.id, { title: "x" })));
    expect(after.tables.ticket[one.id]).toBe(before.tables.ticket[one.id]);
    expect(after.tables.label).toBe(before.tables.label);
    expect(before.tables.ticket[two.id]).toBeUndefined();
  });

  it("keeps descriptions out of the rows and ignores histories", () => {
    const activity = { id: "a", ticketId: one.id };
    const said = create({ ...one, description: "long" });
    const { tables } = applyEvent(replica(), workspaceId, event(1, said, create(activity, "activity")));
    expect(tables.ticket[one.id]).not.toHaveProperty("description");
    const before = applyEvent(replica(), workspaceId, event(1, create(one)));
    const after = applyEvent(before, workspaceId, event(2, update(one.id, { description: "longer" })));
    expect(after.tables.ticket[one.id]).toBe(before.tables.ticket[one.id]);
  });

  it("ignores updates and deletes of what it does not hold, and entities of a later version", () => {
    const before = replica();
    const after = applyEvent(before, workspaceId, event(1, update("x", { title: "?" }), remove("y"), create({ id: "z" }, "comet" as never)));
    expect(after.tables).toBe(before.tables);
  });

  it("copies a table once for a frame of 200 events", () => {
    const tickets = Array.from({ length: 5000 }, (_, n) => ticket(n + 1));
    const filled = applyEvent(replica(), workspaceId, event(1, ...tickets.map((row) => create(row))));
    let copies = 0;
    const watched = new Proxy(filled.tables.ticket, {
      ownKeys(target) {
        copies += 1;
        return Reflect.ownKeys(target);
      },
    });
    const events = Array.from({ length: 200 }, (_, n) => event(n + 2, update(ticket(n + 1).id, { title: `t${n}` })));
    const after = applyBatch({ ...filled, tables: { ...filled.tables, ticket: watched } }, [{ scope: workspaceId, events }]);
    expect(copies).toBe(1);
    expect(after.tables.ticket[ticket(200).id]?.title).toBe("t199");
  });
});

describe("a thing that changes scope", () => {
  const out = event(1, remove(one.id));
  const into = event(1, create({ ...one, private: true }));
  const shared = applyEvent(replica(), own, event(0, create(two)));
  const start = applyEvent({ ...shared, cursors: replica().cursors }, workspaceId, event(0, create(one)));

  it("ev3: ends up whole in its new scope, whichever stream is faster", () => {
    const outFirst = applyEvent(applyEvent(start, workspaceId, out), own, into);
    const intoFirst = applyEvent(applyEvent(start, own, into), workspaceId, out);
    expect(outFirst.tables.ticket[one.id]?.private).toBe(true);
    expect(intoFirst.tables).toEqual(outFirst.tables);
    expect(intoFirst.homes).toEqual(outFirst.homes);
    expect(intoFirst.shadows).toEqual({});
  });

  it("ev3: ends up shared after going there and back, in every interleaving of the two streams", () => {
    const streams = {
      [workspaceId]: [out, event(2, create({ ...one, title: "back" })), event(3, update(one.id, { priority: "day" }))],
      [own]: [into, event(2, remove(one.id))],
    };
    const results = interleavings(streams[workspaceId] ?? [], streams[own] ?? []).map((order) =>
      order.reduce((state, { first, it: next }) => applyEvent(state, first ? workspaceId : own, next), start),
    );
    expect(results).toHaveLength(10);
    for (const result of results) {
      expect(result.tables.ticket[one.id]).toEqual({ ...one, title: "back", priority: "day" });
      expect(result.homes).toEqual({ [two.id]: own });
      expect(result.shadows).toEqual({});
    }
  });
});

type Tagged = { first: boolean; it: Event };

function interleavings(a: Event[], b: Event[]): Tagged[][] {
  const [headA, ...restA] = a;
  const [headB, ...restB] = b;
  if (!headA && !headB) return [[]];
  const withA = headA ? interleavings(restA, b).map((rest) => [{ first: true, it: headA }, ...rest]) : [];
  const withB = headB ? interleavings(a, restB).map((rest) => [{ first: false, it: headB }, ...rest]) : [];
  return [...withA, ...withB];
}

describe("whether a frame fits the cursor", () => {
  const frame = (from: number, to: number): EventsFrame => ({
    type: "events",
    scope: workspaceId,
    from,
    to,
    events: Array.from({ length: to - from }, (_, n) => event(from + n + 1)),
  });

  it.each([
    ["ev1: the next frame is taken", frame(5, 7), 5, 0, "next"],
    ["ev1: a frame that begins later is a gap", frame(6, 7), 5, 0, "gap"],
    ["ev1: a frame that begins earlier is a gap", frame(4, 7), 5, 0, "gap"],
    ["ev1: a frame with a hole is a gap", { ...frame(5, 7), events: [event(7)] }, 5, 0, "gap"],
    ["ev1: a frame that names a seq twice is a gap", { ...frame(5, 7), events: [event(6), event(6)] }, 5, 0, "gap"],
    ["rs4: a frame that the snapshot holds is known", frame(3, 5), 5, 5, "known"],
    ["rs4: a frame across the snapshot is cut there", frame(3, 7), 5, 5, "next"],
    ["rs4: behind the seam the rule is strict again", frame(4, 8), 7, 5, "gap"],
  ])("%s", (_, given, cursor, floor, fit) => {
    expect(fitOf(given, cursor, floor).fit).toBe(fit);
  });

  it("rs4: only what is behind the snapshot is left of a frame across it", () => {
    const fit = fitOf(frame(3, 7), 5, 5);
    expect(fit.fit === "next" && fit.events.map(({ seq }) => seq)).toEqual([6, 7]);
  });
});
