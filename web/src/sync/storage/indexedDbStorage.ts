import type { IDBPDatabase } from "idb";
import { inSlices } from "@/lib/pause";
import { outboxRecordOf, readOutboxRecords, type OutboxContents, type StoredEntry } from "./outboxRecords";
import { fetchRules, haveRules } from "../kinds/kinds";
import { settled } from "../outbox/outbox";
import { emptyReplica, type Replica } from "../replica/replica";
import { withChecksum, verified } from "./checksum";
import { blockChanges, blockWith, RowReading, type RowBlock, type StoredRows } from "./rowBlocks";
import type { CacheHead, Schema, Storage } from "./storage";
import { rowKinds } from "../tables/tables";

/** How many records one request reads. The page reads the rows of a request while the browser reads the next records. */
const recordsAtOnce = 16;

export class IndexedDbStorage implements Storage {
  readonly durable = true;
  readonly unreadable = false;
  readonly name: string;
  readonly #db: IDBPDatabase<Schema>;
  /** The copy that this tab has read or written last, and the mark of that copy. */
  #known: (StoredRows & { mark: string }) | null = null;
  /** How often the copy was dropped. A copy that was packed before is not written. */
  #drops = 0;

  constructor(db: IDBPDatabase<Schema>, name: string) {
    this.#db = db;
    this.name = name;
  }

  async put(entries: readonly StoredEntry[]): Promise<void> {
    const tx = this.#db.transaction("outbox", "readwrite");
    await Promise.all([...entries.map((entry) => tx.store.put(outboxRecordOf(entry, this.name))), tx.done]);
  }

  async remove(ids: readonly string[]): Promise<void> {
    const tx = this.#db.transaction("outbox", "readwrite");
    await Promise.all([...ids.map((id) => tx.store.delete(id)), tx.done]);
  }

  async adopt(owner: string, isDead: (owner: string) => boolean): Promise<OutboxContents> {
    // Without the rules of its command, a damaged entry could not be told from a whole one.
    const commands = (await this.#db.getAll("outbox")).flatMap(({ command }) => (command ? [command] : []));
    if (!haveRules(commands)) await fetchRules();
    const tx = this.#db.transaction("outbox", "readwrite");
    const { entries, damaged } = readOutboxRecords(await tx.store.getAll(), this.name);
    const mine = entries.filter((entry) => isDead(entry.owner)).map((entry) => ({ ...entry, owner }));
    await Promise.all([...mine.map((entry) => tx.store.put(outboxRecordOf(entry, this.name))), tx.done]);
    return { entries: mine, damaged };
  }

  async loadReplica(workspaceId: string): Promise<Replica | null> {
    const tx = this.#db.transaction(["head", "rows"]);
    const store = tx.objectStore("rows");
    const [kept, keys] = await Promise.all([tx.objectStore("head").get("head"), store.getAllKeys()]);
    const head = verified<CacheHead>(kept);
    if (!head || head.workspaceId !== workspaceId) return null;
    const reading = new RowReading();
    const between = inSlices();
    let whole = true;
    // All requests are made at once: a transaction without requests ends.
    for (const batch of batchesOf(keys).map((some) => ({ some, records: store.getAll(rangeOf(some)) }))) {
      for (const [index, record] of (await batch.records).entries()) {
        const key = batch.some[index] ?? "";
        whole &&= head.blocks ? reading.takeBlock(key, record) : reading.takeRow(key, record);
        if (whole) await between();
      }
    }
    await tx.done;
    if (!whole || reading.count !== head.count) return null;
    const tables = Object.fromEntries(rowKinds.map((kind) => [kind, reading.table(kind)])) as unknown as Replica["tables"];
    if (head.blocks && !reading.leftOut) this.#known = { tables, blocks: head.blocks, mark: head.writer };
    const { schema = 0, cursors, kinds, homes, shadows, capabilities = null } = head;
    return { ...emptyReplica(workspaceId), schema, cursors, kinds, homes, shadows, capabilities, tables };
  }

  async saveReplica(replica: Replica): Promise<void> {
    const drops = this.#drops;
    const mark = await this.#mark();
    const known = mark !== undefined && this.#known?.mark === mark ? this.#known : null;
    const { changes, blocks, count } = blockChanges(replica.tables, known);
    const between = inSlices();
    const records: [string, RowBlock | null][] = [];
    for (const [key, rows] of changes) {
      records.push([key, rows && blockWith(key, rows)]);
      await between();
    }
    if (this.#drops !== drops) return;
    const tx = this.#db.transaction(["head", "rows", "outbox"], "readwrite");
    const heads = tx.objectStore("head");
    const rows = tx.objectStore("rows");
    const outbox = tx.objectStore("outbox");
    // Without Web Locks, another tab may have written meanwhile.
    const overtaken = verified<CacheHead>(await heads.get("head"))?.writer !== mark;
    if (overtaken) {
      await tx.done;
      return this.saveReplica(replica);
    }
    const writer = Math.random().toString(36);
    const { workspaceId, schema, cursors, kinds, homes, shadows, capabilities } = replica;
    const work: Promise<unknown>[] = known ? [] : [rows.clear()];
    for (const [key, block] of records) work.push(block ? rows.put(block, key) : rows.delete(key));
    work.push(heads.put(withChecksum({ workspaceId, schema, cursors, kinds, homes, shadows, capabilities, count, blocks, writer }), "head"));
    const { entries } = readOutboxRecords(await outbox.getAll(), this.name);
    for (const id of settled(entries, cursors)) work.push(outbox.delete(id));
    this.#known = null;
    await Promise.all([...work, tx.done]);
    if (this.#drops === drops) this.#known = { tables: replica.tables, blocks, mark: writer };
  }

  async dropReplica(): Promise<void> {
    this.#drops += 1;
    this.#known = null;
    const tx = this.#db.transaction(["head", "rows", "outbox"], "readwrite");
    const outbox = tx.objectStore("outbox");
    const { entries } = readOutboxRecords(await outbox.getAll(), this.name);
    const answered = entries.filter(({ state }) => state.is === "acked");
    const work = answered.map(({ id }) => outbox.delete(id));
    await Promise.all([...work, tx.objectStore("head").clear(), tx.objectStore("rows").clear(), tx.done]);
  }

  close(): void {
    this.#db.close();
  }

  /** The mark of the stored copy; undefined if there is none. */
  async #mark(): Promise<string | undefined> {
    return verified<CacheHead>(await this.#db.get("head", "head"))?.writer;
  }
}

function batchesOf(keys: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(keys.length / recordsAtOnce) }, (_, n) => keys.slice(n * recordsAtOnce, (n + 1) * recordsAtOnce));
}

/** All records from the first to the last of these keys, which follow each other. */
const rangeOf = (keys: readonly string[]): IDBKeyRange => IDBKeyRange.bound(keys[0], keys.at(-1));
