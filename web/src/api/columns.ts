import type { Column, SnapshotColumns, SnapshotLine } from "@/wire/generated";

/** Of a line that holds rows by columns (SN1). */
export function isByColumns(line: unknown): line is SnapshotColumns {
  return typeof line === "object" && line !== null && "columns" in line;
}

/** The rows of a line by columns. Throws where a column does not fit. */
export function linesOf({ entity, rows, columns }: SnapshotColumns): SnapshotLine[] {
  return rowsOf(columns, rows).map((data) => ({ entity, data }));
}

type Row = Record<string, unknown>;

/** Rows by columns. Throws where a column does not fit. */
export function rowsOf(columns: Record<string, Column>, rows: number): Row[] {
  const all = Object.entries(columns);
  // Parsed and then copied, since an object to which fields are added one by one becomes a slow and large one.
  const blank = JSON.parse(JSON.stringify(Object.fromEntries(all.map(([name]) => [name, null])))) as Row;
  const fields: (readonly [string, readonly unknown[]])[] = [];
  for (const [name, column] of all) {
    // A value that all rows share comes with the copy.
    if ("same" in column) blank[name] = column.same;
    else fields.push([name, valuesOf(column, rows)]);
  }
  return Array.from({ length: rows }, (_, place) => {
    const row = { ...blank };
    for (const [name, values] of fields) row[name] = values[place];
    return row;
  });
}

function valuesOf(column: Column, rows: number): readonly unknown[] {
  const values = Array.isArray(column) ? column : unpacked(column, rows);
  if (values.length !== rows) throw new Error("A column does not fit its rows.");
  return values;
}

function unpacked(column: Exclude<Column, unknown[]>, rows: number): unknown[] {
  if ("same" in column) return Array<unknown>(rows).fill(column.same);
  if ("choices" in column) return column.at.map((place) => column.choices[place]);
  if ("sums" in column) return summed(column.sums, (sum) => sum);
  if ("instants" in column) return summed(column.instants, instantOf);
  if ("uuid7" in column) {
    const { uuid7, digits } = column;
    let at = 0;
    return summed(uuid7, (millis) => uuidOf(`${millis.toString(16).padStart(12, "0")}7${digits.slice(at, (at += 19))}`));
  }
  if ("hex" in column) return Array.from({ length: column.hex.length / 32 }, (_, n) => uuidOf(column.hex.slice(n * 32, n * 32 + 32)));
  if ("lengths" in column) {
    const lengths = valuesOf(column.lengths, rows) as number[];
    const items = valuesOf(column.items, lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    return lengths.map((length) => items.slice(at, (at += length)));
  }
  if ("fields" in column) return rowsOf(column.fields, rows);
  throw new Error("This version cannot read such a column.");
}

function summed<T>(differences: readonly (number | null)[], valueOf: (sum: number) => T): (T | null)[] {
  let sum = 0;
  return differences.map((difference) => (difference === null ? null : valueOf((sum += difference))));
}

/** As nodes write instants: without the zeros at the end. */
const instantOf = (millis: number): string => new Date(millis).toISOString().replace(/\.?0+Z$/, "Z");

const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
