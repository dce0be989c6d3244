import type { IDBPDatabase } from "idb";
import { later } from "@/lib/later";
import { inSlices } from "@/lib/pause";
import { outboxRecordOf, readOutboxRecords, type OutboxContents, type StoredEntry } from "./outboxRecords";
import { fetchRules, haveRules } from "../kinds/kinds";
import { emptyReplica, type Replica } from "../replica/replica";
import { verified } from "./checksum";
import { RowReading } from "./rowBlocks";
import type { KnownCopy } from "./saveCopy";
import type { CacheHead, Schema, Storage } from "./storage";
import { rowKinds } from "../tables/tables";

/** No copy is written before the page is usable. */
const writing = later(() => import("./saveCopy"));

/** How many records one request reads. The page reads the rows of a request while the browser reads the next records. */
const recordsAtOnce = 16;

export class IndexedDbStorage implements Storage {
  readonly durable = true;
  readonly unreadable = false;
  readonly name: string;
  readonly #db: IDBPDatabase<Schema>;
  /** What this tab knows to be stored. */
  #known: KnownCopy | null = null;
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
    const batches: [string[], Promise<unknown[]>][] = [];
    for (let at = 0; at < keys.length; at += recordsAtOnce) {
      const some = keys.slice(at, at + recordsAtOnce);
      batches.push([some, store.getAll(IDBKeyRange.bound(some[0], some.at(-1)))]);
    }
    for (const [some, records] of batches) {
      for (const [index, record] of (await records).entries()) {
        const key = some[index] ?? "";
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
    const { saveCopy } = await writing.load();
    const saving = { db: this.#db, name: this.name, known: this.#known, isDropped: () => this.#drops !== drops };
    // If the write fails, it is unknown what is stored.
    this.#known = null;
    const saved = await saveCopy(saving, replica);
    if (!saving.isDropped()) this.#known = saved;
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
}
