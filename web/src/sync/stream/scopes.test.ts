import { describe, expect, it, vi } from "vitest";
import type { Change } from "@/wire/generated";
import { FakeDisk } from "../testing/disk";
import { FakeNode } from "../testing/node";
import { ana, ben, list, ticket, workspaceId } from "../testing/rows";
import { breathe } from "../testing/platform";
import { FakeTab, smallTables } from "../testing/tab";

const hidden = "hidden";
const secret = ticket(9, { title: "Secret" });
const open = ticket(1).id;

const made = (row: { id: string }, entity: Change["entity"] = "ticket"): Change => ({ op: "create", entity, id: row.id, data: { ...row } });
const titled = (id: string, title: string): Change => ({ op: "update", entity: "ticket", id, data: { title } });

/** A node of this version with a restricted list, and the page of a person who is not in it. */
async function outside(disk = new FakeDisk()): Promise<{ node: FakeNode; tab: FakeTab }> {
  const node = new FakeNode(smallTables());
  node.schema = 1;
  node.happen(ben, hidden, [made(list(7), "list"), made(secret)]);
  const tab = await new FakeTab({ node, disk }).start();
  expect(tab.state.tickets?.[secret.id]).toBeUndefined();
  return { node, tab };
}

describe("fo1: a scope that is gained on the open socket", () => {
  it("brings its rows by a snapshot of its own, and the events that came meanwhile, without a new socket", async () => {
    const { node, tab } = await outside();
    node.share(ana, hidden);
    node.happen(ben, hidden, [titled(secret.id, "Later")]);
    await tab.settle();
    expect(tab.state.tickets?.[secret.id]?.title).toBe("Later");
    expect(tab.state.lists?.[list(7).id]).toBeDefined();
    expect(tab.state.tickets?.[open]).toBeDefined();
    node.happen(ben, hidden, [titled(secret.id, "Live")]);
    await tab.settle();
    expect(tab.state.tickets?.[secret.id]?.title).toBe("Live");
    expect([tab.platform.opened, node.snapshots]).toEqual([1, 2]);
  });

  it("is asked for again if its snapshot is cut short", async () => {
    const { node, tab } = await outside();
    vi.spyOn(console, "warn").mockReturnValue();
    node.cutSnapshot = true;
    node.share(ana, hidden);
    await tab.settle();
    tab.platform.advance(1000);
    await tab.settle();
    expect(tab.state.tickets?.[secret.id]).toBeDefined();
    expect([tab.platform.opened, node.snapshots]).toEqual([1, 3]);
  });

  it("leaves nothing if it is lost before its snapshot is here", async () => {
    const { node, tab } = await outside();
    node.share(ana, hidden);
    node.unshare(ana, hidden);
    await tab.settle();
    expect(tab.state.tickets?.[secret.id]).toBeUndefined();
    expect(tab.state.connection).toBe("live");
    expect(tab.platform.opened).toBe(1);
  });

  it("is stored, and resumed by the next visit", async () => {
    const disk = new FakeDisk();
    const { node, tab } = await outside(disk);
    node.share(ana, hidden);
    await tab.settle();
    await tab.engine.stop();
    expect(disk.replica?.homes).toEqual({ [secret.id]: hidden, [list(7).id]: hidden });
    node.happen(ben, hidden, [titled(secret.id, "Meanwhile")]);
    const next = await new FakeTab({ node, disk }).start();
    expect(next.state.tickets?.[secret.id]?.title).toBe("Meanwhile");
    expect(node.snapshots).toBe(2);
  });
});

describe("fo1: rows that move into a scope that is gained at that moment", () => {
  const restricts = async (cut = false) => {
    const { node, tab } = await outside();
    vi.spyOn(console, "warn").mockReturnValue();
    node.cutSnapshot = cut;
    // The list leaves the workspace scope, and its scope is gained in the same moment.
    node.happen(ana, workspaceId, [{ op: "delete", entity: "list", id: list(1).id }]);
    node.happen(ana, hidden, [made(list(1), "list")]);
    node.share(ana, hidden);
    while (tab.socket?.down());
    tab.platform.advance(20);
    return tab;
  };

  it("stay on the screen until its snapshot is here", async () => {
    const tab = await restricts();
    expect(tab.state.lists?.[list(1).id]).toBeDefined();
    await tab.settle();
    expect(tab.state.lists?.[list(1).id]).toBeDefined();
    expect(tab.state.connection).toBe("live");
  });

  it("do not hold other frames back for long, if the snapshot does not come", async () => {
    const tab = await restricts(true);
    tab.platform.advance(1000);
    expect(tab.state.lists?.[list(1).id]).toBeUndefined();
    await tab.settle();
    tab.platform.advance(1000);
    await tab.settle();
    expect(tab.state.lists?.[list(1).id]).toBeDefined();
  });

  it("a list that the person makes in a scope of its own stays on the screen, though its ack comes before the scope", async () => {
    const { node, tab } = await outside();
    void tab.engine.dispatchAll([{ kind: "list.create", listId: list(6).id, name: "Payroll", restricted: true }]);
    await breathe();
    const sent = tab.socket?.toNode.splice(0).findLast((frame) => frame.type === "command");
    tab.socket?.queue({ type: "ack", id: sent?.id ?? "", scope: "payroll", seq: 1 });
    while (tab.socket?.down());
    tab.platform.advance(20);
    expect(tab.state.lists?.[list(6).id]?.name).toBe("Payroll");
    const payroll = { ...list(6), name: "Payroll" };
    node.happen(ana, "payroll", [made(payroll, "list")]);
    node.share(ana, "payroll");
    await tab.settle();
    expect(tab.state.lists?.[list(6).id]?.name).toBe("Payroll");
    expect(tab.state.unsent).toEqual([]);
  });
});

describe("fo1: a scope that is lost on the open socket", () => {
  it("takes its rows, their details, the edits of them, and what is stored of them", async () => {
    const disk = new FakeDisk();
    const { node, tab } = await outside(disk);
    node.share(ana, hidden);
    await tab.settle();
    await tab.engine.loadDetails(secret.id);
    expect(tab.state.details?.[secret.id]?.state).toBe("ready");
    // Neither edit is sent yet.
    tab.socket?.lose();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: secret.id, patch: { title: "Mine" } }]);
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: open, patch: { title: "Ours" } }]);
    node.unshare(ana, hidden);
    while (tab.socket?.down());
    tab.platform.advance(20);
    expect(tab.state.tickets?.[secret.id]).toBeUndefined();
    expect(tab.state.lists?.[list(7).id]).toBeUndefined();
    expect(tab.state.details?.[secret.id]).toBeUndefined();
    expect(tab.lost.toSorted()).toEqual([list(7).id, secret.id].toSorted());
    expect(tab.state.unsent?.map(({ command }) => command)).toEqual([
      { kind: "ticket.update", ticketId: open, patch: { title: "Ours" } },
    ]);
    await tab.settle();
    await tab.engine.stop();
    expect(Object.keys(disk.replica?.cursors ?? {})).not.toContain(hidden);
    expect(disk.replica?.tables.ticket[secret.id]).toBeUndefined();
    expect(JSON.stringify([...disk.entries.values()])).not.toContain("Mine");
    expect(node.state.tablesIn(workspaceId).ticket[open]?.title).toBe("Ours");
    expect(tab.platform.opened).toBe(1);
  });

  it("takes the same if it was lost while the page was away, and nothing of a task that is now elsewhere", async () => {
    const disk = new FakeDisk();
    const { node, tab } = await outside(disk);
    const moved = ticket(8, { title: "Moves" });
    node.happen(ben, hidden, [made(moved)]);
    node.share(ana, hidden);
    await tab.settle();
    tab.engine.networkLost();
    for (const [id, title] of [[secret.id, "Mine"], [moved.id, "Ours"]] as const)
      void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: id, patch: { title } }]);
    node.happen(ben, hidden, [{ op: "delete", entity: "ticket", id: moved.id }]);
    node.happen(ben, workspaceId, [made({ ...moved })]);
    node.unshare(ana, hidden);
    tab.engine.wake();
    await tab.settle();
    expect(tab.state.connection).toBe("live");
    expect(tab.state.tickets?.[secret.id]).toBeUndefined();
    expect(tab.lost.toSorted()).toEqual([list(7).id, secret.id].toSorted());
    expect([tab.state.unsent, tab.state.refusals]).toEqual([[], []]);
    expect(node.state.tablesIn(workspaceId).ticket[moved.id]?.title).toBe("Ours");
    await tab.engine.stop();
    expect(JSON.stringify([...disk.entries.values()])).not.toContain("Mine");
  });

  it("is fetched anew when it is gained again", async () => {
    const { node, tab } = await outside();
    for (const title of ["Once", "Twice"]) {
      node.share(ana, hidden);
      await tab.settle();
      node.unshare(ana, hidden);
      node.happen(ben, hidden, [titled(secret.id, title)]);
      await tab.settle();
      expect(tab.state.tickets?.[secret.id]).toBeUndefined();
    }
    node.share(ana, hidden);
    await tab.settle();
    expect(tab.state.tickets?.[secret.id]?.title).toBe("Twice");
    expect(tab.platform.opened).toBe(1);
  });
});
