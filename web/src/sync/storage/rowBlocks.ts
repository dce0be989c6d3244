import type { Column } from "@/wire/generated";
import { rowsOf } from "@/api/columns";
import { isRowKind, type RowKind, type Tables } from "../tables/tables";
import { TableCopy } from "../tables/tableCopy";
import { checksumOfText, verified } from "./checksum";

/** A row as JSON holds it. */
export type Row = Record<string, unknown>;

/** Rows with the same fields, by columns. The ways to write a column are some of those of snapshots (SN1). */
export interface PackedRows {
  rows: number;
  columns: Record<string, Column>;
}

/** A block of rows of one kind, as it is stored. `saveCopy.ts` says which rows are in a block. */
export interface RowBlock {
  /** The JSON of the block's key and of its rows by columns. */
  text: string;
  /** The checksum of the text. */
  sum: number;
}

/** The number of blocks of each kind. */
export type BlockCounts = Readonly<Partial<Record<RowKind, number>>>;

/** The stored rows, and the number of blocks that they are in. */
export interface StoredRows {
  tables: Tables;
  blocks: BlockCounts;
}

/** Throws if a column does not fit its rows. */
export const unpackRows = (parts: readonly PackedRows[]): Row[] => parts.flatMap(({ rows, columns }) => rowsOf(columns, rows));

/** Gathers the stored rows of all kinds. */
export class RowReading {
  readonly #tables = new Map<RowKind, TableCopy<Row>>();
  /** The number of rows, those of unknown kinds included. */
  count = 0;
  /** True if a later build has stored rows of a kind that this build does not know. Such rows are left out. */
  leftOut = false;

  /** Reads a block. Returns false if the block is damaged. */
  takeBlock(key: string, stored: unknown): boolean {
    const { text, sum } = (stored ?? {}) as Partial<RowBlock>;
    if (typeof text !== "string" || sum !== checksumOfText(text)) return false;
    const block = JSON.parse(text) as { key: string; parts: PackedRows[] };
    if (block.key !== key) return false;
    const kind = key.split("/")[0] ?? "";
    return unpackRows(block.parts).every((row) => this.#take(kind, row));
  }

  /** Reads a row as builds without blocks stored it. Returns false if the row is damaged. */
  takeRow(key: string, stored: unknown): boolean {
    const [kind = "", id] = key.split(":");
    const row = verified<Row>(stored);
    return row !== undefined && row.id === id && this.#take(kind, row);
  }

  /** The rows of a kind. No row may be added afterwards. */
  table(kind: RowKind): Readonly<Record<string, Row>> {
    return this.#tables.get(kind)?.finish() ?? {};
  }

  #take(kind: string, row: Row): boolean {
    this.count += 1;
    if (typeof row.id !== "string") return false;
    if (isRowKind(kind)) this.#copyOf(kind).set(row.id, row);
    else this.leftOut = true;
    return true;
  }

  #copyOf(kind: RowKind): TableCopy<Row> {
    const copy = this.#tables.get(kind) ?? new TableCopy<Row>({});
    this.#tables.set(kind, copy);
    return copy;
  }
}
