import { describe, expect, it } from "vitest";
import { capabilitiesOf, viewer } from "../testing/capabilities";
import { FakeDisk } from "../testing/disk";
import { FakeNode } from "../testing/node";
import type { Capabilities, Capability, Level } from "@/wire/generated";
import { ana, list } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

async function here(node: FakeNode, disk = new FakeDisk()): Promise<FakeTab> {
  return new FakeTab({ node, disk }).start();
}

describe("cp1: what the person may do", () => {
  it("is what the node said last, with the welcome or later on the same socket", async () => {
    const node = new FakeNode(smallTables());
    node.capabilities.set(ana, capabilitiesOf.member);
    const tab = await here(node);
    expect(tab.state.capabilities).toEqual(capabilitiesOf.member);
    node.allow(ana, capabilitiesOf.admin);
    await tab.settle();
    expect(tab.state.capabilities).toEqual(capabilitiesOf.admin);
    expect(tab.platform.opened).toBe(1);
  });

  it("ends what could be undone, if the person may do less than before", async () => {
    const node = new FakeNode(smallTables());
    node.capabilities.set(ana, capabilitiesOf.member);
    const tab = await here(node);
    void tab.engine.dispatchAll([{ kind: "label.create", labelId: "0190a000-0000-7000-9003-000000000077", name: "Kept" }]);
    await tab.settle();
    expect(tab.state.canUndo).not.toBeNull();
    node.allow(ana, capabilitiesOf.admin);
    await tab.settle();
    expect(tab.state.canUndo).not.toBeNull();
    node.allow(ana, viewer);
    await tab.settle();
    expect(tab.state.canUndo).toBeNull();
  });

  it("ends what could be undone, if the person may do less in a restricted list, and not if a list is opened", async () => {
    const node = new FakeNode(smallTables());
    const [secret, other] = [list(1).id, list(2).id];
    const shared = (level: Level, words: Capability[]): Capabilities => ({ ...capabilitiesOf.member, lists: { [secret]: level }, levels: { [level]: words } });
    node.capabilities.set(ana, shared("edit", ["read", "comment", "editTickets"]));
    const tab = await here(node);
    const step = async () => {
      void tab.engine.dispatchAll([{ kind: "list.update", listId: other, patch: { name: `Named ${tab.published}` } }]);
      await tab.settle();
    };
    const allow = async (capabilities: Capabilities) => {
      node.allow(ana, capabilities);
      await tab.settle();
      return tab.state.canUndo !== null;
    };
    await step();
    expect(await allow(shared("manage", ["read", "comment", "editTickets", "editLists"]))).toBe(true);
    expect(await allow(shared("view", ["read"]))).toBe(false);
    await step();
    expect(await allow({ ...capabilitiesOf.member, lists: {}, levels: {} })).toBe(true);
  });

  it("is kept with the rows, for a visit without a node", async () => {
    const node = new FakeNode(smallTables());
    node.capabilities.set(ana, capabilitiesOf.admin);
    const disk = new FakeDisk();
    const tab = await here(node, disk);
    await tab.engine.stop();
    expect(disk.replica?.capabilities).toEqual(capabilitiesOf.admin);
  });

  it("is what every member may, at a node of the previous version, which does not say", async () => {
    const tab = await here(new FakeNode(smallTables()));
    expect(tab.state.capabilities).toEqual({ may: ["read", "work", "leave"], members: [] });
  });
});
