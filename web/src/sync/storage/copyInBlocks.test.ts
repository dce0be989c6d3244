import "fake-indexeddb/auto";
import { deleteDB, openDB, type IDBPDatabase } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Replica } from "../replica/replica";
import { fiveThousand } from "../testing/fiveThousand";
import { ana, id, ticket, workspaceId } from "../testing/rows";
import { FakePlatform } from "../testing/platform";
import { rowKinds } from "../tables/tables";
import { withChecksum } from "./checksum";
import { databaseName } from "./databases";
import { outboxRecordOf } from "./outboxRecords";
import { ReplicaCache } from "./replicaCache";
import { openStorage, type Storage } from "./storage";

const name = databaseName(ana, workspaceId);
const replica = fiveThousand();
const edited = (of: Replica, n: number, title: string): Replica => {
  const row = { ...ticket(n), title };
  return { ...of, tables: { ...of.tables, ticket: { ...of.tables.ticket, [row.id]: row } } };
};
const unsent = { id: id("c", 1), command: { kind: "ticket.trash", ticketId: ticket(1).id }, at: "2026-01-05T00:00:00Z", since: 1, state: { is: "waiting" }, stored: true, owner: "gone" } as const;

let open: Storage[] = [];
beforeEach(() => {
  open = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const storage of open) storage.close();
  await deleteDB(name);
  localStorage.clear();
});

async function storage(): Promise<Storage> {
  const opened = await openStorage(ana, workspaceId);
  open.push(opened);
  return opened;
}

async function within<T>(work: (db: IDBPDatabase) => Promise<T>): Promise<T> {
  const db = await openDB(name);
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

/** The keys of the records that are written while `work` runs. */
async function written(work: () => Promise<void>): Promise<string[]> {
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  await work();
  const keys = put.mock.calls.map(([, key]) => String(key)).filter((key) => key !== "head");
  put.mockRestore();
  return keys;
}

/** Stores a copy as builds without blocks did: each row is a record. */
async function storeByRows(): Promise<void> {
  const { schema, cursors, kinds, homes, shadows, capabilities, tables } = replica;
  await within(async (db) => {
    const tx = db.transaction(["head", "rows", "outbox"], "readwrite");
    let count = 0;
    for (const kind of rowKinds) {
      for (const [key, row] of Object.entries(tables[kind])) {
        void tx.objectStore("rows").put(withChecksum(row), `${kind}:${key}`);
        count += 1;
      }
    }
    void tx.objectStore("head").put(withChecksum({ workspaceId, schema, cursors, kinds, homes, shadows, capabilities, count, writer: "before" }), "head");
    void tx.objectStore("outbox").put(outboxRecordOf(unsent, name));
    await tx.done;
  });
}

describe("a copy in blocks", () => {
  it("comes back as it was", async () => {
    const disk = await storage();
    await disk.saveReplica(replica);
    expect(await disk.loadReplica(workspaceId)).toEqual(replica);
    expect(await within((db) => db.count("rows"))).toBeLessThan(30);
  });

  it("is written again where rows have changed, by the tab that wrote it and by one that has read it", async () => {
    const first = await storage();
    await first.saveReplica(replica);
    const second = edited(replica, 1, "by the first");
    expect(await written(() => first.saveReplica(second))).toHaveLength(1);
    const later = await storage();
    const read = await later.loadReplica(workspaceId);
    const third = edited(read!, 2, "by the second");
    expect(await written(() => later.saveReplica(third))).toHaveLength(1);
    expect((await (await storage()).loadReplica(workspaceId))?.tables).toEqual(third.tables);
  });

  it("is written whole by a tab that does not know what another has written since", async () => {
    const [first, second] = [await storage(), await storage()];
    await first.saveReplica(replica);
    const read = await second.loadReplica(workspaceId);
    await first.saveReplica(edited(replica, 1, "by the first"));
    const keys = await written(() => second.saveReplica(read!));
    expect(keys.toSorted()).toEqual(await within((db) => db.getAllKeys("rows")));
    expect((await (await storage()).loadReplica(workspaceId))?.tables).toEqual(replica.tables);
  });

  it("is written whole where two tabs without locks write at the same moment", async () => {
    const [first, second] = [await storage(), await storage()];
    await first.saveReplica(replica);
    await second.loadReplica(workspaceId);
    const [one, other] = [edited(replica, 1, "one"), edited(replica, 4_000, "other")];
    await Promise.all([first.saveReplica(one), second.saveReplica(other)]);
    const kept = (await (await storage()).loadReplica(workspaceId))?.tables;
    expect([one.tables, other.tables]).toContainEqual(kept);
  });

  it("o15: stays dropped if it is dropped while it is being written", async () => {
    const disk = await storage();
    const writing = disk.saveReplica(replica);
    await disk.dropReplica();
    await writing;
    expect(await within((db) => Promise.all([db.count("rows"), db.count("head")]))).toEqual([0, 0]);
    await disk.saveReplica(replica);
    expect((await disk.loadReplica(workspaceId))?.tables).toEqual(replica.tables);
  });

  it("is whole where the page closes during a write: the last state is written before the storage closes", async () => {
    const disk = await storage();
    const cache = new ReplicaCache(disk, new FakePlatform());
    cache.becomeWriter();
    cache.offer(replica);
    const begun = cache.flush();
    cache.offer(edited(replica, 1, "the last"));
    await cache.flush();
    disk.close();
    await begun;
    expect((await (await storage()).loadReplica(workspaceId))?.tables.ticket[ticket(1).id]?.title).toBe("the last");
  });
});

describe("a copy of a build without blocks", () => {
  beforeEach(async () => {
    await storage();
    await storeByRows();
  });

  it("is shown, and becomes blocks with the next write; unsent edits stay", async () => {
    const disk = await storage();
    const copy = await disk.loadReplica(workspaceId);
    expect(copy).toEqual(replica);
    await disk.saveReplica(edited(copy!, 1, "after the upgrade"));
    expect(await within((db) => db.getAllKeys("rows"))).not.toContain(`ticket:${ticket(2).id}`);
    expect((await disk.loadReplica(workspaceId))?.tables).toEqual(edited(replica, 1, "after the upgrade").tables);
    expect(await within((db) => db.getAllKeys("outbox"))).toEqual([unsent.id]);
  });

  it("is discarded if a row of it is damaged or missing; unsent edits stay", async () => {
    const key = `ticket:${ticket(7).id}`;
    await within((db) => db.put("rows", withChecksum({ id: "another" }), key));
    expect(await (await storage()).loadReplica(workspaceId)).toBeNull();
    await within((db) => db.delete("rows", key));
    expect(await (await storage()).loadReplica(workspaceId)).toBeNull();
    expect(await within((db) => db.getAllKeys("outbox"))).toEqual([unsent.id]);
  });
});
