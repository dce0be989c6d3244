import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ticket } from "../testing/rows";
import { packRows } from "./packedRows";
import { unpackRows, type Row } from "./rowBlocks";

const read = (rows: readonly Row[]) => unpackRows(JSON.parse(JSON.stringify(packRows(rows))) as ReturnType<typeof packRows>);
const tickets = Array.from({ length: 100 }, (_, n) =>
  ticket(n + 1, { labels: n % 3 === 0 ? ["a", "b"] : [], lists: [{ listId: "l", rank: `V${n}` }], ...(n % 7 === 0 && { fields: { x: { text: `${n}` } } as never }) }),
) as unknown as Row[];

describe("rows by columns, as they are stored", () => {
  it("come back as they were, whatever they hold", () => {
    const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    const row = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), json);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const sorted = (all: readonly Row[]) => all.map((one) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();
        expect(sorted(read(rows))).toEqual(sorted(rows));
      }),
      { seed: 512, numRuns: 500 },
    );
  });

  it("come back with fields that only some of them have", () => {
    expect(read(tickets).toSorted((a, b) => Number(a.number) - Number(b.number))).toEqual(tickets);
  });

  it("tell a text from an object that reads the same, and a number from its digits", () => {
    const rows = ["[]", [], "\0[]", 1, "1", null, "null"].flatMap((a) => [{ a }, { a }, { a }]);
    expect(read(rows)).toEqual(rows);
  });

  it("hold one value for all rows that have the same", () => {
    const [first, second] = read(tickets.filter(({ labels }) => (labels as string[]).length > 0));
    expect(first?.labels).toBe(second?.labels);
    expect(JSON.stringify(packRows(tickets)).length).toBeLessThan(JSON.stringify(tickets).length / 3);
  });
});
