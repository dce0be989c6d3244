import type { IDBPDatabase } from "idb";
import { inSlices } from "@/lib/pause";
import { settled } from "../outbox/outbox";
import type { Replica } from "../replica/replica";
import { idsOf } from "../tables/tableCopy";
import { rowKinds, type RowKind, type Tables } from "../tables/tables";
import { checksumOfText, verified, withChecksum } from "./checksum";
import { readOutboxRecords } from "./outboxRecords";
import { packRows } from "./packedRows";
import type { BlockCounts, Row, RowBlock, StoredRows } from "./rowBlocks";
import type { CacheHead, Schema } from "./storage";

/**
 * The stored rows are in blocks of one kind. IndexedDB takes about as long for a block of some hundred rows as for one
 * row. If a row changes, its block is written anew, which takes a few milliseconds.
 */
const rowsOfBlock = 512;

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

/** The copy that a tab has read or written last, and the mark of that copy. */
export interface KnownCopy extends StoredRows {
  mark: string;
}

export interface Saving {
  db: IDBPDatabase<Schema>;
  /** The name of the database, which each edit in it repeats. */
  name: string;
  known: KnownCopy | null;
  /** True once the copy was dropped. It is then not written. */
  isDropped(): boolean;
}

/** Writes a copy, and lets answered edits go that it contains. Returns what is stored now; null if nothing was written. */
export async function saveCopy(saving: Saving, replica: Replica): Promise<KnownCopy | null> {
  const { db, name, isDropped } = saving;
  const mark = markOf(await db.get("head", "head"));
  const known = mark !== undefined && saving.known?.mark === mark ? saving.known : null;
  const { changes, blocks, count } = blockChanges(replica.tables, known);
  const between = inSlices();
  const records: [string, RowBlock | null][] = [];
  for (const [key, rows] of changes) {
    records.push([key, rows && blockWith(key, rows)]);
    await between();
  }
  if (isDropped()) return null;
  const tx = db.transaction(["head", "rows", "outbox"], "readwrite");
  const heads = tx.objectStore("head");
  const rows = tx.objectStore("rows");
  const outbox = tx.objectStore("outbox");
  // Without Web Locks, another tab may have written meanwhile.
  if (markOf(await heads.get("head")) !== mark) {
    await tx.done;
    return saveCopy(saving, replica);
  }
  const writer = Math.random().toString(36);
  const { workspaceId, schema, cursors, kinds, homes, shadows, capabilities } = replica;
  const work: Promise<unknown>[] = known ? [] : [rows.clear()];
  for (const [key, block] of records) work.push(block ? rows.put(block, key) : rows.delete(key));
  work.push(heads.put(withChecksum({ workspaceId, schema, cursors, kinds, homes, shadows, capabilities, count, blocks, writer }), "head"));
  const { entries } = readOutboxRecords(await outbox.getAll(), name);
  for (const id of settled(entries, cursors)) work.push(outbox.delete(id));
  await Promise.all([...work, tx.done]);
  return { tables: replica.tables, blocks, mark: writer };
}

/** The mark of the stored copy; undefined if there is none. */
const markOf = (head: unknown): string | undefined => verified<CacheHead>(head)?.writer;
