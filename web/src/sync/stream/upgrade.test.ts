import { describe, expect, it, vi } from "vitest";
import { FakeDisk } from "../testing/disk";
import { FakeNode } from "../testing/node";
import { ben, id, ticket, workspaceId } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";
import { pageSchema } from "./schema";

// A page that knows one kind more than a build with the number 0.
vi.mock(import("./schema"), async (original) => ({ ...(await original()), pageSchema: 1 }));

/** A page that has stored its copy, at a node with the schema number `knows`. */
async function visit(node: FakeNode, disk: FakeDisk, knows: number | undefined): Promise<FakeTab> {
  node.schema = knows;
  const tab = await new FakeTab({ node, disk }).start();
  await tab.engine.stop();
  return tab;
}

describe("rs6: a stored copy", () => {
  it("of a build that knew less is made anew at a node that knows as much as the page, once", async () => {
    const [node, disk] = [new FakeNode(smallTables()), new FakeDisk()];
    await visit(node, disk, undefined);
    expect([node.snapshots, disk.replica?.schema]).toEqual([1, 0]);
    await visit(node, disk, pageSchema);
    expect([node.snapshots, disk.replica?.schema]).toEqual([2, pageSchema]);
    await visit(node, disk, pageSchema);
    expect(node.snapshots).toBe(2);
  });

  it("stays at a node that knows less than the page: the node has nothing to add", async () => {
    const [node, disk] = [new FakeNode(smallTables()), new FakeDisk()];
    await visit(node, disk, undefined);
    await visit(node, disk, undefined);
    expect(node.snapshots).toBe(1);
  });

  it("stays at a node that knows more than the page: the page could show none of it", async () => {
    const [node, disk] = [new FakeNode(smallTables()), new FakeDisk()];
    await visit(node, disk, pageSchema);
    await visit(node, disk, pageSchema + 1);
    expect([node.snapshots, disk.replica?.schema]).toEqual([1, pageSchema]);
  });

  it("is made anew after an older node has passed events on, which leaves out what that node does not know", async () => {
    const [node, disk] = [new FakeNode(smallTables()), new FakeDisk()];
    await visit(node, disk, pageSchema);
    node.submit(ben, id("c", 1), { kind: "ticket.update", ticketId: ticket(1).id, patch: { title: "meanwhile" } });
    await visit(node, disk, undefined);
    expect([node.snapshots, disk.replica?.schema]).toEqual([1, 0]);
    expect(disk.replica?.cursors[workspaceId]?.seq).toBe(1);
    const tab = await visit(node, disk, pageSchema);
    expect([node.snapshots, disk.replica?.schema]).toEqual([2, pageSchema]);
    expect(tab.state.tickets?.[ticket(1).id]?.title).toBe("meanwhile");
  });
});
