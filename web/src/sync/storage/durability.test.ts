import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseName, forgetStorage } from "./databases";
import { withChecksum } from "./checksum";
import { blockWith } from "./saveCopy";
import { openStorage, type Storage } from "./storage";
import { FakeDisk } from "../testing/disk";
import { FakeLocks } from "../testing/locks";
import { breathe } from "../testing/platform";
import { FakeNode } from "../testing/node";
import { ana, ben, id, ticket, workspaceId } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

const first = ticket(1).id;
const name = databaseName(ana, workspaceId);
const title = (text: string) => ({ kind: "ticket.update", ticketId: first, patch: { title: text } }) as const;

let open: Storage[] = [];

beforeEach(() => {
  open = [];
});
afterEach(async () => {
  for (const storage of open) storage.close();
  await deleteDB(name);
  localStorage.clear();
});

async function storage(): Promise<Storage> {
  const opened = await openStorage(ana, workspaceId);
  open.push(opened);
  return opened;
}

async function stored(): Promise<{ id: string; owner: string }[]> {
  const db = await openDB(name);
  const entries = await db.getAll("outbox");
  db.close();
  return entries;
}

/** Waits until a condition is true: fake-indexeddb answers on timers of its own. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) {
    await breathe();
    if (await holds()) return;
    await new Promise((wake) => setImmediate(wake));
  }
  throw new Error("It never came true.");
}

/** Opens a tab on the database and carries frames until it is live and everything is answered. */
async function opened(node: FakeNode, locks: FakeLocks): Promise<FakeTab> {
  const tab = new FakeTab({ node, locks, storage: await storage() });
  await tab.engine.start();
  await quiet(tab);
  return tab;
}

async function quiet(...tabs: FakeTab[]): Promise<void> {
  await until(async () => {
    for (const tab of tabs) await tab.settle(6);
    return tabs.every((tab) => tab.state.connection === "live" && tab.state.waiting === 0);
  });
  // The last messages of each tab must reach the others.
  for (const tab of tabs) await tab.settle(6);
}

describe("the outbox in IndexedDB", () => {
  it("inv18: holds an edit before it is sent, and lets it go when the stored copy holds it", async () => {
    const node = new FakeNode(smallTables());
    const tab = await opened(node, new FakeLocks());
    void tab.engine.dispatchAll([title("stored first")]);
    expect(tab.socket?.toNode.some((frame) => frame.type === "command")).toBe(false);
    await until(() => tab.socket?.toNode.some((frame) => frame.type === "command") ?? false);
    expect(await stored()).toMatchObject([{ command: title("stored first"), state: { is: "waiting" } }]);
    await quiet(tab);
    await until(async () => JSON.stringify(await stored()).includes("acked"));
    tab.engine.save();
    await until(async () => (await stored()).length === 0);
  });

  it("inv18: a reload right after an answer shows the edit, although the stored copy is older", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    tab.engine.save();
    const disk = await storage();
    await until(async () => (await disk.loadReplica(workspaceId)) !== null);
    const restore = { kind: "ticket.trash", ticketId: first } as const;
    void tab.engine.dispatchAll([restore, { ...restore, kind: "ticket.restore" }, title("answered")]);
    await quiet(tab);
    await until(async () => (await stored()).length === 3 && !JSON.stringify(await stored()).includes("waiting"));
    tab.crash();
    expect((await disk.loadReplica(workspaceId))?.tables.ticket[first]?.title).toBe("Ticket 1");
    const again = new FakeTab({ node, locks, storage: await storage() });
    again.platform.accept = null;
    await again.engine.start();
    expect(again.state.tickets?.[first]).toMatchObject({ title: "answered", trashedAt: null });
    expect(again.state.waiting).toBe(0);
  });

  it("inv18: an edit that the stored copy holds is not laid over what others did since", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    void tab.engine.dispatchAll([title("mine")]);
    await quiet(tab);
    await until(async () => JSON.stringify(await stored()).includes("acked"));
    const [entry] = await stored();
    node.submit(ben, id("c", 2), { kind: "ticket.update", ticketId: first, patch: { title: "theirs" } });
    await quiet(tab);
    tab.engine.save();
    await until(async () => (await stored()).length === 0);
    // The page closed before its last write was stored.
    const disk = await storage();
    await disk.put([entry as never]);
    tab.crash();
    const again = new FakeTab({ node, locks, storage: await storage() });
    again.platform.accept = null;
    await again.engine.start();
    expect(again.state.tickets?.[first]?.title).toBe("theirs");
  });

  it("inv18: a reload in the middle of an edit shows it again and sends it", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    tab.platform.accept = null;
    tab.socket?.cut();
    void tab.engine.dispatchAll([title("before the reload")]);
    await until(async () => (await stored()).length === 1);
    await tab.engine.stop();
    const again = new FakeTab({ node, locks, storage: await storage() });
    await again.engine.start();
    expect(again.state.tickets?.[first]?.title).toBe("before the reload");
    expect(again.state.waiting).toBe(1);
    await quiet(again);
    expect(again.truth().ticket[first]?.title).toBe("before the reload");
  });

  it("cm2: a crash between send and ack sends it again under the same id", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    void tab.engine.dispatchAll([{ kind: "comment.create", commentId: id("5", 1), ticketId: first, message: "once" }]);
    await until(() => tab.socket?.up() ?? false);
    expect(node.applied).toHaveLength(1);
    tab.crash();
    const heir = await opened(node, locks);
    await quiet(heir);
    expect(heir.socket?.sent.filter((frame) => frame.type === "command")).toMatchObject([{ id: node.applied[0] }]);
    expect(node.applied).toHaveLength(1);
    expect(heir.state.tickets?.[first]?.comments).toBe(1);
    heir.engine.save();
    await until(async () => (await stored()).length === 0);
  });

  it("inv18: a refused edit is still shown after a reload, until it is dismissed", async () => {
    const node = new FakeNode(smallTables());
    node.refuse = () => ({ code: "command_expired", message: "Too old." });
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    void tab.engine.dispatchAll([title("too late")]);
    await quiet(tab);
    await until(async () => JSON.stringify(await stored()).includes("refused"));
    await tab.engine.stop();
    const again = await opened(node, locks);
    expect(again.state.refusals).toMatchObject([{ command: title("too late"), error: { code: "command_expired" } }]);
    expect(again.state.tickets?.[first]?.title).toBe("Ticket 1");
    again.engine.dismissRefusal(again.state.refusals?.[0]?.id ?? "");
    await until(async () => (await stored()).length === 0);
  });

  it("inv18: a full disk keeps the edit in memory, sends it and says so", async () => {
    const node = new FakeNode(smallTables());
    const disk = new FakeDisk();
    const tab = await new FakeTab({ node, disk }).start();
    disk.full = true;
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const answers = tab.engine.dispatchAll([title("no room")]);
    await tab.settle();
    expect(await answers).toMatchObject([{ ok: true }]);
    expect(tab.state.durable).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("several tabs of one person", () => {
  it("inv18: each sends its own edits, and no other tab's while that one lives", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const one = await opened(node, locks);
    one.platform.accept = null;
    one.socket?.cut();
    void one.engine.dispatchAll([title("of the first tab")]);
    await until(async () => (await stored()).length === 1);
    const two = await opened(node, locks);
    void two.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { priority: "day" } }]);
    await quiet(two);
    expect(two.socket?.sent.filter((frame) => frame.type === "command")).toHaveLength(1);
    expect(node.state.tablesOf(ana).ticket[first]).toMatchObject({ title: "Ticket 1", priority: "day" });
  });

  it("inv18: when one dies, exactly one of the others takes its edits over", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const doomed = await opened(node, locks);
    const heirs = [await opened(node, locks), await opened(node, locks)];
    doomed.platform.accept = null;
    doomed.socket?.cut();
    void doomed.engine.dispatchAll([title("inherited")]);
    await until(async () => (await stored()).length === 1);
    doomed.crash();
    await until(() => heirs.some((heir) => heir.state.waiting === 1));
    await quiet(...heirs);
    expect(node.applied).toHaveLength(1);
    const sent = heirs.flatMap((heir) => heir.socket?.sent.filter((frame) => frame.type === "command") ?? []);
    expect(sent).toHaveLength(1);
    expect(heirs.map((heir) => heir.state.tickets?.[first]?.title)).toEqual(["inherited", "inherited"]);
  });

  it("a duplicated tab makes ids of its own: both edits count", async () => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tabs = [await opened(node, locks), await opened(node, locks)];
    for (const [index, tab] of tabs.entries()) {
      const commentId = id("5", index + 1);
      void tab.engine.dispatchAll([{ kind: "comment.create", commentId, ticketId: first, message: "hi" }]);
    }
    await quiet(...tabs);
    expect(new Set(node.applied).size).toBe(2);
    expect(tabs.map((tab) => tab.state.tickets?.[first]?.comments)).toEqual([2, 2]);
  });
});

describe("the stored copy of the workspace", () => {
  it("is what the replica was, rows, cursors and homes", async () => {
    const node = new FakeNode(smallTables());
    const tab = await opened(node, new FakeLocks());
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { private: true } }]);
    await quiet(tab);
    node.submit(ben, id("c", 1), { kind: "ticket.update", ticketId: ticket(2).id, patch: { title: "theirs" } });
    await quiet(tab);
    tab.engine.save();
    const disk = await storage();
    await until(async () => (await disk.loadReplica(workspaceId))?.tables.ticket[ticket(2).id]?.title === "theirs");
    const kept = await disk.loadReplica(workspaceId);
    expect(kept?.tables).toEqual(tab.truth());
    expect(kept?.cursors).toEqual(node.cursors(ana));
    expect(kept?.homes).toEqual({ [first]: node.state.personal(ana) });
  });

  it("leaves out the rows of a kind that this build does not know", async () => {
    const node = new FakeNode(smallTables());
    const tab = await opened(node, new FakeLocks());
    await tab.engine.stop();
    const db = await openDB(name);
    await until(async () => (await db.count("rows")) > 0);
    const { row: head } = await db.get("head", "head");
    await db.put("rows", blockWith("comet/0", [{ id: "s1" }]), "comet/0");
    await db.put("head", withChecksum({ ...head, schema: 7, count: head.count + 1 }), "head");
    db.close();
    const disk = await storage();
    const copy = await disk.loadReplica(workspaceId);
    expect(copy?.tables).toEqual(tab.truth());
    expect(copy?.schema).toBe(7);
    // The next copy of this build is whole as well.
    await disk.saveReplica(copy!);
    expect((await disk.loadReplica(workspaceId))?.tables).toEqual(tab.truth());
  });

  it.each([
    ["a block is missing", async (db: Awaited<ReturnType<typeof openDB>>) => db.delete("rows", "ticket/0")],
    ["a block has too few rows", async (db: Awaited<ReturnType<typeof openDB>>) => db.put("rows", blockWith("ticket/0", [{ id: "x" }]), "ticket/0")],
    ["a block is in the place of another", async (db: Awaited<ReturnType<typeof openDB>>) => db.put("rows", await db.get("rows", "label/0"), "list/0")],
    ["a row has no id", async (db: Awaited<ReturnType<typeof openDB>>) => db.put("rows", blockWith("workspace/0", [{ id: 7 }]), "workspace/0")],
    ["it belongs to another workspace", async (db: Awaited<ReturnType<typeof openDB>>) => db.put("head", withChecksum({ ...(await db.get("head", "head")).row, workspaceId: "other" }), "head")],
  ])("is thrown away when %s, and unsent edits are kept", async (_, harm) => {
    const node = new FakeNode(smallTables());
    const locks = new FakeLocks();
    const tab = await opened(node, locks);
    tab.platform.accept = null;
    tab.socket?.cut();
    void tab.engine.dispatchAll([title("kept")]);
    await until(async () => (await stored()).length === 1);
    await tab.engine.stop();
    const db = await openDB(name);
    await until(async () => (await db.count("rows")) > 0);
    await harm(db);
    db.close();
    const again = new FakeTab({ node, locks, storage: await storage() });
    await again.engine.start();
    expect(again.state.ready).toBe(false);
    await quiet(again);
    expect(again.truth().ticket[first]?.title).toBe("kept");
  });

  it("o15: nothing of a person is left after they sign out", async () => {
    const node = new FakeNode(smallTables());
    const tab = await opened(node, new FakeLocks());
    tab.engine.save();
    await tab.engine.stop();
    await forgetStorage(ana);
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  });

  it("is done without where the browser denies storage", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const real = indexedDB.open.bind(indexedDB);
    indexedDB.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const denied = await openStorage(ana, workspaceId);
    indexedDB.open = real;
    expect(denied.durable).toBe(false);
    const tab = await new FakeTab({ node: new FakeNode(smallTables()), storage: denied }).start();
    void tab.engine.dispatchAll([title("in memory")]);
    await tab.settle();
    expect(tab.truth().ticket[first]?.title).toBe("in memory");
    expect(tab.state.durable).toBe(false);
  });
});
