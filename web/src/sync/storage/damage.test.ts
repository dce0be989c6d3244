import "fake-indexeddb/auto";
import { deleteDB, openDB, type IDBPDatabase } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseName, databasesOf, forgetStorage } from "./databases";
import { outboxRecordOf, type OutboxRecord } from "./outboxRecords";
import { checksumOfText } from "./checksum";
import { openStorage, type Storage } from "./storage";
import { breathe } from "../testing/platform";
import { FakeNode } from "../testing/node";
import { ana, ben, id, ticket, workspaceId } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

const first = ticket(1).id;
const name = databaseName(ana, workspaceId);
const command = { kind: "ticket.update", ticketId: first, patch: { title: "kept here" } } as const;
const entry = { id: id("c", 1), command, at: "2026-01-05T00:00:00Z", since: 1, state: { is: "waiting" }, stored: true, owner: "gone" } as const;

let open: Storage[] = [];
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  open = [];
  warn = vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(async () => {
  for (const storage of open) storage.close();
  await deleteDB(name);
  localStorage.clear();
  warn.mockRestore();
});

async function storage(): Promise<Storage> {
  const opened = await openStorage(ana, workspaceId);
  open.push(opened);
  return opened;
}

/** Starts the app on the disk, and lets it run until it is done. */
async function started(node = new FakeNode(smallTables())): Promise<FakeTab> {
  const tab = new FakeTab({ node, storage: await storage() });
  await tab.engine.start();
  for (let turn = 0; turn < 200; turn += 1) {
    await tab.settle(6);
    await breathe();
    await new Promise((wake) => setImmediate(wake));
    if (tab.state.connection === "live" && tab.state.waiting === 0) break;
  }
  return tab;
}

async function within(work: (db: IDBPDatabase) => Promise<unknown>): Promise<void> {
  const db = await openDB(name);
  await work(db);
  db.close();
}

describe("F-50 an outbox that is not what it was", () => {
  it.each<[string, (whole: OutboxRecord) => unknown, string | null]>([
    ["a letter of it is another", (whole) => ({ ...whole, command: { ...command, patch: { title: "kept hare" } } }), "kept hare"],
    ["half of it is gone", ({ id: key, of }) => ({ id: key, of }), null],
    ["its command is nonsense", (whole) => ({ ...whole, command: 7 }), null],
    ["its state is nonsense", (whole) => ({ ...whole, state: null }), "kept here"],
    ["it has no sum", (whole) => ({ ...whole, sum: undefined }), "kept here"],
    ["it is another account's", (whole) => outboxRecordOf(whole, databaseName(ben, workspaceId)), null],
    ["it is another workspace's", (whole) => outboxRecordOf(whole, databaseName(ana, id("0", 7))), null],
  ])("is shown and never sent where %s", async (_, harm, text) => {
    const node = new FakeNode(smallTables());
    await storage();
    const good = outboxRecordOf({ ...entry, id: id("c", 2), command: { ...command, patch: { priority: "day" } } }, name);
    await within(async (db) => {
      await db.put("outbox", harm(outboxRecordOf(entry, name)));
      await db.put("outbox", good);
    });
    const tab = await started(node);
    expect(node.applied).toEqual([good.id]);
    expect(tab.state.damaged).toEqual([{ id: entry.id, text }]);
    expect(tab.truth().ticket[first]).toMatchObject({ title: "Ticket 1", priority: "day" });
    await tab.engine.stop();
    const again = await started(node);
    expect(again.state.damaged).toHaveLength(1);
    again.engine.discardEdit(entry.id);
    expect(again.state.damaged).toEqual([]);
  });

  it("of the first version is taken over whole", async () => {
    const old = await openDB(name, 1, {
      upgrade(db) {
        db.createObjectStore("outbox", { keyPath: "id" });
        for (const store of ["rows", "head"]) db.createObjectStore(store);
      },
    });
    await old.put("outbox", entry);
    await old.put("rows", { id: "x" }, "ticket:x");
    old.close();
    const tab = await started();
    expect(tab.truth().ticket[first]?.title).toBe("kept here");
    expect(tab.state.damaged).toEqual([]);
  });

  it("with a command of another version is sent, for the node to refuse, unless a part of it is missing", async () => {
    const node = new FakeNode(smallTables());
    node.refuse = (_, { kind }) => ((kind as string) === "comet.create" ? { code: "unknown_kind", message: "No." } : null);
    await storage();
    const strange = { ...entry, command: { kind: "comet.create", name: "One" } as never };
    const broken = { ...entry, id: id("c", 2), command: { kind: "tickets.update", patch: {} } as never };
    await within(async (db) => {
      await db.put("outbox", outboxRecordOf(strange, name));
      await db.put("outbox", outboxRecordOf(broken, name));
    });
    const tab = await started(node);
    expect(tab.state.connection).toBe("live");
    expect(tab.state.refusals).toMatchObject([{ id: strange.id, error: { code: "unknown_kind" } }]);
    expect(tab.state.damaged).toEqual([{ id: broken.id, text: null }]);
  });
});

describe("F-50 a database that is not what it was", () => {
  it("is made anew around its edits where a part is missing", async () => {
    const odd = await openDB(name, 2, { upgrade: (db) => void db.createObjectStore("outbox", { keyPath: "id" }) });
    await odd.put("outbox", outboxRecordOf(entry, name));
    odd.close();
    const tab = await started();
    expect(tab.truth().ticket[first]?.title).toBe("kept here");
    expect(tab.state.durable).toBe(true);
  });

  it("keeps its edits where the tab ends while it is made anew, and is whole after the next start", async () => {
    const odd = await openDB(name, 2, { upgrade: (db) => void db.createObjectStore("outbox", { keyPath: "id" }) });
    await odd.put("outbox", outboxRecordOf(entry, name));
    odd.close();
    const reach = indexedDB.open.bind(indexedDB);
    const opens = vi.spyOn(indexedDB, "open").mockImplementationOnce(reach);
    opens.mockImplementation(() => {
      throw new DOMException("the tab has ended", "AbortError");
    });
    expect((await openStorage(ana, workspaceId)).durable).toBe(false);
    opens.mockRestore();
    await within(async (db) => expect(await db.getAllKeys("outbox")).toEqual([entry.id]));
    for (const start of ["first", "second"]) {
      const tab = await started();
      expect([start, tab.state.durable, tab.state.unreadable]).toEqual([start, true, false]);
      tab.engine.save();
      await tab.engine.stop();
    }
    expect(await (await storage()).loadReplica(workspaceId)).not.toBeNull();
  });

  it("of a later version is left as it is, and it is said that something is in it", async () => {
    await storage().then((it) => it.close());
    const later = await openDB(name, 100);
    later.close();
    const tab = await started();
    expect(tab.state).toMatchObject({ connection: "live", durable: false, unreadable: true });
    void tab.engine.dispatchAll([command]);
    expect(tab.engine.hasUnstoredEdits).toBe(true);
    const kept = await openDB(name);
    expect(kept.version).toBe(100);
    kept.close();
  });

  it("whose copy has one letter changed is thrown away", async () => {
    const tab = await started();
    tab.engine.save();
    await tab.engine.stop();
    await within(async (db) => {
      const kept = await db.get("rows", "ticket/0");
      expect(kept.sum).toBe(checksumOfText(kept.text));
      await db.put("rows", { ...kept, text: kept.text.replace("Ticket 1", "Ticket I") }, "ticket/0");
    });
    expect(await (await storage()).loadReplica(workspaceId)).toBeNull();
    expect((await started()).state.tickets?.[first]?.title).toBe("Ticket 1");
  });

  it("is done without where the browser throws at the very word, also when the person signs out", async () => {
    const denied = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.stubGlobal("indexedDB", { open: denied, databases: denied, deleteDatabase: denied });
    vi.stubGlobal("localStorage", { getItem: denied, setItem: denied });
    expect((await openStorage(ana, workspaceId)).durable).toBe(false);
    expect(await databasesOf(ana)).toEqual([]);
    await expect(forgetStorage(ana)).resolves.toBeUndefined();
    vi.unstubAllGlobals();
  });
});
