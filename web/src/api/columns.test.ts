import { describe, expect, it } from "vitest";
import type { SnapshotColumns } from "@/wire/generated";
import { isByColumns, linesOf } from "./columns";
import vectors from "./columns.vectors.generated.json";

/** Vectors hold what JSON can hold, so their types are looser than the wire's. */
const lineOf = (line: unknown) => line as SnapshotColumns;

describe("rows by columns", () => {
  it.each(vectors)("sn1_reads $name as the node wrote it", ({ line, rows }) => {
    expect(isByColumns(line)).toBe(true);
    expect(linesOf(lineOf(line))).toEqual(rows.map((data) => ({ entity: "ticket", data })));
  });

  it("sn1_reads rows of a kind that this version does not know", () => {
    const line = lineOf({ entity: "dream", rows: 2, columns: { id: ["a", "b"], depth: { same: 7 } } });
    expect(linesOf(line).map(({ data }) => data)).toEqual([
      { id: "a", depth: 7 },
      { id: "b", depth: 7 },
    ]);
  });

  it("sn1_reads no column that does not fit its rows, or is written in an unknown way", () => {
    const wrong = [["a"], { sums: [1] }, { hex: "0123" }, { lengths: [1, 2], items: ["a"] }, { dreams: [1, 2] }];
    for (const column of wrong) expect(() => linesOf(lineOf({ entity: "ticket", rows: 2, columns: { a: column } }))).toThrow(/does not fit|cannot read/);
  });

  it("keeps every field of a row with many fields", () => {
    const names = Array.from({ length: 40 }, (_, place) => `field${place}`);
    const columns = Object.fromEntries(names.map((name, place) => [name, [place, place + 1]]));
    const [first, second] = linesOf(lineOf({ entity: "ticket", rows: 2, columns }));
    expect(Object.keys(first?.data ?? {})).toEqual(names);
    expect(second?.data.field39).toBe(40);
  });
});
