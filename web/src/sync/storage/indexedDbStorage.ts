import type { IDBPDatabase } from "idb";
import { outboxRecordOf, readOutboxRecords, type OutboxContents, type StoredEntry } from "./outboxRecords";
import { fetchRules, haveRules } from "../kinds/kinds";
import { settled } from "../outbox/outbox";
import { emptyReplica, type Replica } from "../replica/replica";
import { withChecksum, verified } from "./checksum";
import type { CacheHead, Schema, Storage } from "./storage";
import { emptyTables, isRowKind, rowKinds, type RowKind } from "../tables/tables";

const rowKey = (kind: RowKind, id: string) => `${kind}:${id}`;

export class IndexedDbStorage implements Storage {
  readonly durable = true;
  readonly unreadable = false;
  readonly name: string;
  readonly #db: IDBPDatabase<Schema>;
  readonly #writer = Math.random().toString(36);

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
    const [kept, keys, rows] = await Promise.all([
      tx.objectStore("head").get("head"),
      tx.objectStore("rows").getAllKeys(),
      tx.objectStore("rows").getAll(),
    ]);
    await tx.done;
    const head = verified<CacheHead>(kept);
    if (!head || head.workspaceId !== workspaceId || head.count !== rows.length) return null;
    const tables = structuredClone(emptyTables) as unknown as Record<string, Record<string, unknown>>;
    for (const [index, key] of keys.entries()) {
      const [kind = "", id = ""] = key.split(":");
      const row = verified<{ id?: unknown }>(rows[index]);
      if (row?.id !== id) return null;
      // A later build may have stored rows of kinds that this build does not know.
      const table = isRowKind(kind) ? tables[kind] : undefined;
      if (table) table[id] = row;
    }
    const { schema = 0, cursors, kinds, homes, shadows, capabilities = null } = head;
    return { ...emptyReplica(workspaceId), schema, cursors, kinds, homes, shadows, capabilities, tables: tables as unknown as Replica["tables"] };
  }

  async saveReplica(replica: Replica, before: Replica | null): Promise<void> {
    const tx = this.#db.transaction(["head", "rows", "outbox"], "readwrite");
    const rows = tx.objectStore("rows");
    const outbox = tx.objectStore("outbox");
    const writer = verified<CacheHead>(await tx.objectStore("head").get("head"))?.writer;
    const base = writer === this.#writer ? before : null;
    const work: Promise<unknown>[] = [];
    if (!base) work.push(rows.clear());
    let count = 0;
    for (const kind of rowKinds) {
      const [now, old] = [replica.tables[kind], base?.tables[kind] ?? {}];
      count += Object.keys(now).length;
      if (now === old) continue;
      for (const [id, row] of Object.entries(now)) {
        if ((old as Record<string, unknown>)[id] !== row) work.push(rows.put(withChecksum<unknown>(row), rowKey(kind, id)));
      }
      for (const id of Object.keys(old)) if (!(id in now)) work.push(rows.delete(rowKey(kind, id)));
    }
    const { workspaceId, schema, cursors, kinds, homes, shadows, capabilities } = replica;
    const head = { workspaceId, schema, cursors, kinds, homes, shadows, capabilities, count, writer: this.#writer };
    work.push(tx.objectStore("head").put(withChecksum(head), "head"));
    const { entries } = readOutboxRecords(await outbox.getAll(), this.name);
    for (const id of settled(entries, cursors)) work.push(outbox.delete(id));
    await Promise.all([...work, tx.done]);
  }

  async dropReplica(): Promise<void> {
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
