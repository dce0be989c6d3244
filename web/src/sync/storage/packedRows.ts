import type { Column } from "@/wire/generated";
import type { PackedRows, Row } from "./rowBlocks";

/**
 * Rows by columns: much less text than row by row, so it is faster to read, and equal values are one value in memory.
 * Rows with other fields are in another part.
 */
export function packRows(rows: readonly Row[]): PackedRows[] {
  const parts = new Map<string, Row[]>();
  for (const row of rows) {
    const fields = Object.keys(row).join("\n");
    const part = parts.get(fields);
    if (part) part.push(row);
    else parts.set(fields, [row]);
  }
  return [...parts.values()].map((part) => ({ rows: part.length, columns: columnsOf(part) }));
}

function columnsOf(rows: readonly Row[]): Record<string, Column> {
  return Object.fromEntries(Object.keys(rows[0] ?? {}).map((field) => [field, columnOf(rows.map((row) => row[field]))]));
}

function columnOf(values: readonly unknown[]): Column {
  const few = fewChoices(values);
  if (few) return few.choices.length === 1 ? { same: few.choices[0] } : few;
  if (values.length === 0) return [];
  if (values.every(Array.isArray)) return { lengths: columnOf(values.map(({ length }) => length)), items: columnOf(values.flat()) };
  if (haveSameFields(values)) return { fields: columnsOf(values) };
  return [...values];
}

/** The different values, and the place of each row's value among them. Null if most values are different. */
function fewChoices(values: readonly unknown[]): { choices: unknown[]; at: number[] } | null {
  const [places, objects] = [new Map<unknown, number>(), new Map<unknown, number>()];
  const choices: unknown[] = [];
  const at: number[] = [];
  for (const value of values) {
    // Objects are compared by their JSON, apart from texts that read the same.
    const isObject = typeof value === "object" && value !== null;
    const [known, key] = isObject ? [objects, JSON.stringify(value)] : [places, value];
    let place = known.get(key);
    if (place === undefined) {
      place = choices.push(value) - 1;
      if (place > values.length / 2) return null;
      known.set(key, place);
    }
    at.push(place);
  }
  return choices.length === 0 ? null : { choices, at };
}

function haveSameFields(values: readonly unknown[]): values is Row[] {
  let fields: string | null = null;
  for (const value of values) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const own = Object.keys(value).join("\n");
    if (fields !== null && own !== fields) return false;
    fields = own;
  }
  return fields !== null && fields !== "";
}
