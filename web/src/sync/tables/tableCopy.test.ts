import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { idsOf, rowsOf, TableCopy } from "./tableCopy";

describe("a table's ids and rows", () => {
  it("are those of the object itself, however often it was copied and written", () => {
    const id = fc.constantFrom("a", "b", "c", "d", "e");
    const write = fc.record({ id, row: fc.option(fc.integer()) });
    fc.assert(
      fc.property(fc.array(fc.array(write, { maxLength: 6 }), { maxLength: 6 }), (frames) => {
        let table: Readonly<Record<string, number>> = { b: 0, d: 0 };
        for (const frame of frames) {
          const before = { ...table };
          const copy = new TableCopy(table);
          for (const { id, row } of frame) {
            if (row === null) copy.delete(id);
            else copy.set(id, row);
            expect(copy.now()).toEqual(Object.values(copy.rows));
          }
          expect(table).toEqual(before);
          table = copy.finish();
          expect(idsOf(table)).toEqual(Object.keys(table));
          expect(rowsOf(table)).toEqual(Object.values(table));
        }
      }),
    );
  });
});
