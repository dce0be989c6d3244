import { describe, expect, it } from "vitest";
import type { Entry } from "./outbox";
import { rebase } from "./rebase";
import { applyBatch, emptyReplica, type Replica } from "./replica";
import { ticketsByStatus } from "./selectors";
import { ana, doing, id, list, ticket, workspaceId } from "./testing/rows";
import { smallTables } from "./testing/tab";

const count = 5000;

function big(): Replica {
  const rows = Array.from({ length: count }, (_, n) =>
    ticket(n + 1, { lists: [{ listId: list(1).id, rank: `V${n.toString(36).padStart(4, "0")}1` }] }),
  );
  const tables = { ...smallTables(), ticket: Object.fromEntries(rows.map((row) => [row.id, row])) };
  return { ...emptyReplica(workspaceId), cursors: { [workspaceId]: { epoch: "e", seq: 0 } }, tables };
}

const events = Array.from({ length: 200 }, (_, n) => ({
  seq: n + 1,
  commandId: id("c", n),
  by: ana,
  at: "2026-01-05T10:00:00Z",
  changes: [{ op: "update" as const, entity: "ticket" as const, id: ticket(n * 20 + 1).id, data: { title: `t${n}` } }],
}));

const pending: Entry[] = Array.from({ length: 20 }, (_, n) => ({
  id: id("e", n),
  command:
    n % 2 === 0
      ? { kind: "ticket.update", ticketId: ticket(n + 1).id, patch: { statusId: doing.id } }
      : { kind: "ticket.move", ticketId: ticket(n + 1).id, listId: list(1).id, after: ticket(n + 500).id },
  at: "2026-01-05T10:00:00Z",
  since: 0,
  state: { is: "sent", at: 0 },
  stored: true,
}));

/** The least processor time of several runs, in milliseconds: what the work costs, whatever else the machine does. */
function bestOf(runs: number, work: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

describe("5,000 tickets", () => {
  const before = big();
  const who = { me: ana, workspaceId };

  it("a frame of 200 events with 20 edits waiting costs less than an animation frame", () => {
    const last = rebase(before.tables, {}, pending, who, null);
    const ms = bestOf(15, () => {
      const after = applyBatch(before, [{ scope: workspaceId, events }]);
      rebase(after.tables, {}, pending, who, last);
    });
    expect(ms).toBeLessThan(16);
  });

  it("an edit somewhere leaves every other row and its place as they are", () => {
    const last = rebase(before.tables, {}, pending, who, null);
    const after = applyBatch(before, [{ scope: workspaceId, events: events.slice(0, 1) }]);
    const next = rebase(after.tables, {}, pending, who, last);
    const changed = Object.keys(next.tables.ticket).filter((key) => next.tables.ticket[key] !== last.tables.ticket[key]);
    expect(changed).toEqual([ticket(1).id]);
    expect(rebase(before.tables, {}, pending, who, last).tables.ticket).toBe(last.tables.ticket);
  });

  it("a board's columns are made once for a state, within an animation frame", () => {
    const view = () => ({ tickets: { ...before.tables.ticket } });
    expect(bestOf(10, () => void ticketsByStatus(view(), list(1).id))).toBeLessThan(16);
  });
});
