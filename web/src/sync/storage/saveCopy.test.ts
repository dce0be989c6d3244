import { describe, expect, it } from "vitest";
import { fiveThousand } from "../testing/fiveThousand";
import { ticket } from "../testing/rows";
import type { Tables } from "../tables/tables";
import { RowReading } from "./rowBlocks";
import { blockChanges, blockCountOf, blockWith } from "./saveCopy";

const { tables } = fiveThousand();
const stored = { tables, blocks: blockChanges(tables, null).blocks };
const withTickets = (change: (rows: Record<string, Tables["ticket"][string]>) => void): Tables => {
  const rows = { ...tables.ticket };
  change(rows);
  return { ...tables, ticket: rows };
};

describe("blocks of stored rows", () => {
  it("are a power of two, of at most 512 rows each where a table is new", () => {
    expect([0, 1, 512, 513, 5_000, 100_000].map((rows) => blockCountOf(rows))).toEqual([0, 1, 1, 2, 16, 256]);
  });

  it("stay as many while the table neither doubles nor falls to a quarter", () => {
    expect([4_096, 8_193, 16_384, 2_049].map((rows) => blockCountOf(rows, 16))).toEqual([16, 16, 16, 16]);
    expect([16_385, 2_048, 0].map((rows) => blockCountOf(rows, 16))).toEqual([64, 4, 0]);
  });

  it("hold each row once", () => {
    const { changes, count } = blockChanges(tables, null);
    const reading = new RowReading();
    for (const [key, rows] of changes) expect(reading.takeBlock(key, blockWith(key, rows ?? []))).toBe(true);
    expect(reading.count).toBe(count);
    expect(reading.table("ticket")).toEqual(tables.ticket);
    expect(reading.table("status")).toEqual(tables.status);
  });

  it("change with their rows, and no other block does", () => {
    expect(blockChanges(tables, stored).changes.size).toBe(0);
    const [one, far] = [ticket(1).id, ticket(4_000).id];
    const edited = blockChanges(withTickets((rows) => (rows[one] = { ...ticket(1), title: "Other" })), stored);
    expect(edited.changes.size).toBe(1);
    expect([...edited.changes.values()].flat().find((row) => row?.id === one)).toMatchObject({ title: "Other" });
    const deleted = blockChanges(withTickets((rows) => void delete rows[far]), stored);
    expect(deleted.changes.size).toBe(1);
    expect([...deleted.changes.values()].flat().some((row) => row?.id === far)).toBe(false);
    expect(deleted.count).toBe(blockChanges(tables, stored).count - 1);
  });

  it("go with their last row", () => {
    const { changes, blocks } = blockChanges({ ...tables, label: {} }, stored);
    expect([...changes]).toEqual([["label/0", null]]);
    expect(blocks.label).toBeUndefined();
  });

  it("are all written where their number changes", () => {
    const few = Object.fromEntries(Object.entries(tables.ticket).slice(0, 100));
    const { changes, blocks } = blockChanges({ ...tables, ticket: few }, stored);
    expect(blocks.ticket).toBe(1);
    expect([...changes].filter(([key]) => key.startsWith("ticket/")).map(([, rows]) => rows?.length ?? 0)).toEqual([100, ...Array<number>(15).fill(0)]);
  });
});
