import { isRowKind, rowKinds, type RowKind, type Tables } from "../tables/tables";
import { idsOf, TableCopy } from "../tables/tableCopy";
import { checksumOfText, verified } from "./checksum";
import { packRows, unpackRows, type PackedRows, type Row } from "./packedRows";

/**
 * The stored rows are in blocks of one kind. IndexedDB takes about as long for a block of some hundred rows as for one
 * row. If a row changes, its block is written anew, which takes a few milliseconds.
 */
const rowsOfBlock = 512;

/** A block as it is stored. */
export interface RowBlock {
  /** The JSON of the block's key and of its rows by columns. */
  text: string;
  /** The checksum of the text. */
  sum: number;
}

/** The number of blocks of each kind. */
export type BlockCounts = Readonly<Partial<Record<RowKind, number>>>;

type Table = Readonly<Record<string, Row>>;

/**
 * How many blocks a table needs: a power of two. The number of blocks stays the same while the number of rows neither
 * doubles nor falls to a quarter, because another number means that the whole table is written anew.
 */
export function blockCountOf(rows: number, before = 0): number {
  if (rows === 0) return 0;
  const room = before * rowsOfBlock;
  if (rows <= room * 2 && rows * 4 > room) return before;
  return 2 ** Math.max(0, Math.ceil(Math.log2(rows / rowsOfBlock)));
}

/** The block of a row, by the last digits of its id: these are random in UUIDs. `blocks` is a power of two. */
const blockOf = (id: string, blocks: number): number => (Number.parseInt(id.slice(-6), 16) || 0) & (blocks - 1);

const keyOf = (kind: string, block: number): string => `${kind}/${block}`;

/** What has to be written: blocks that have changed, by their keys; null for a block that has no rows any more. */
export type BlockChanges = Map<string, readonly Row[] | null>;

/** The stored rows, and the number of blocks that they are in. */
export interface StoredRows {
  tables: Tables;
  blocks: BlockCounts;
}

/** Compares rows with the stored ones. Without stored rows, every block has changed. */
export function blockChanges(tables: Tables, stored: StoredRows | null): { changes: BlockChanges; blocks: BlockCounts; count: number } {
  const changes: BlockChanges = new Map();
  const blocks: { [K in RowKind]?: number } = {};
  let count = 0;
  for (const kind of rowKinds) {
    const [now, before] = [tables[kind] as unknown as Table, stored ? (stored.tables[kind] as unknown as Table) : {}];
    const ids = idsOf(now);
    const old = stored?.blocks[kind] ?? 0;
    const all = blockCountOf(ids.length, old);
    if (all > 0) blocks[kind] = all;
    count += ids.length;
    if (now === before && all === old) continue;
    const changed = all === old ? changedBlocks(now, before, all) : new Set(Array.from({ length: Math.max(all, old) }, (_, block) => block));
    for (const [block, rows] of rowsByBlock(now, changed, all)) changes.set(keyOf(kind, block), rows.length > 0 ? rows : null);
  }
  return { changes, blocks, count };
}

function changedBlocks(now: Table, before: Table, blocks: number): Set<number> {
  const changed = new Set<number>();
  for (const id of idsOf(now)) if (now[id] !== before[id]) changed.add(blockOf(id, blocks));
  for (const id of idsOf(before)) if (!(id in now)) changed.add(blockOf(id, blocks));
  return changed;
}

function rowsByBlock(table: Table, wanted: ReadonlySet<number>, blocks: number): Map<number, Row[]> {
  const found = new Map<number, Row[]>([...wanted].map((block) => [block, []]));
  if (wanted.size === 0) return found;
  for (const id of idsOf(table)) found.get(blockOf(id, blocks))?.push(table[id] as Row);
  return found;
}

export function blockWith(key: string, rows: readonly Row[]): RowBlock {
  const text = JSON.stringify({ key, parts: packRows(rows) });
  return { text, sum: checksumOfText(text) };
}

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
  table(kind: RowKind): Table {
    return this.#tables.get(kind)?.finish() ?? {};
  }

  #take(kind: string, row: Row): boolean {
    this.count += 1;
    if (typeof row.id !== "string") return false;
    if (!isRowKind(kind)) {
      this.leftOut = true;
      return true;
    }
    let table = this.#tables.get(kind);
    if (!table) this.#tables.set(kind, (table = new TableCopy<Row>({})));
    table.set(row.id, row);
    return true;
  }
}
