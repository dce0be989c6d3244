import { beforeEach, describe, expect, it } from "vitest";
import * as Y from "yjs";
import { FakeTextNode } from "../testing/textNode";
import { settle, TextPage } from "../testing/textPage";
import { rootOf } from "./tree";

const ticketId = "00000000-0000-4000-8000-00000000000a";
let node: FakeTextNode;
let ada: TextPage;
let ben: TextPage;

beforeEach(async () => {
  node = new FakeTextNode();
  node.make(ticketId, ["First.", "Second."]);
  ada = new TextPage(node, ticketId, { seed: 1 });
  ben = new TextPage(node, ticketId, { seed: 2 });
  ada.connect();
  ben.connect();
  await settle(ada, ben);
});

/** An update as the node makes it: of a copy of its document, by a client of its own. */
function made(edit: (root: Y.XmlFragment) => void) {
  const kept = node.docs.get(ticketId)!;
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(kept.doc));
  const stateVector = Y.encodeStateVector(copy);
  edit(rootOf(copy));
  return { epoch: kept.epoch, stateVector, update: Y.encodeStateAsUpdate(copy, stateVector) };
}

const words = (paragraph: number, text: string) => (root: Y.XmlFragment) => {
  const run = (root.get(paragraph) as Y.XmlElement).get(0) as Y.XmlText;
  run.delete(0, run.length);
  run.insert(0, text);
};

describe("an update of the node that a page adopts", () => {
  it("tx30 is sent as a change of the person, and keeps what others type at the moment", async () => {
    const update = made(words(1, "Restored."));
    ben.type(" By Ben.", undefined, 0);
    await settle(ada, ben);
    expect(ada.text.adopt(update)).not.toBeNull();
    expect(ada.text.state.unsent).toBe(true);
    await settle(ada, ben);
    expect([ada.words, ben.words, ada.text.state.unsent]).toEqual(["First. By Ben.\nRestored.", "First. By Ben.\nRestored.", false]);
  });

  it("tx30 is taken back without the changes of others", async () => {
    const undo = ada.text.adopt(made(words(1, "Restored.")));
    await settle(ada, ben);
    ben.type(" By Ben.", undefined, 0);
    await settle(ada, ben);
    undo?.();
    await settle(ada, ben);
    expect([ada.words, ben.words]).toEqual(["First. By Ben.\nSecond.", "First. By Ben.\nSecond."]);
  });

  it("tx30 waits for what it builds on", async () => {
    ben.type(" By Ben.", undefined, 1);
    // The node has it, and Ada's page does not yet.
    while (ben.socket?.up() !== true) ben.platform.advance(60);
    const update = made(words(1, "Restored."));
    expect(ada.text.adopt(update)).toBeNull();
    await settle(ada, ben);
    expect(ada.text.adopt(update)).not.toBeNull();
    await settle(ada, ben);
    expect([ada.words, ben.words]).toEqual(["First.\nRestored.", "First.\nRestored."]);
  });

  it("tx16 is refused in another epoch, without a connection, and without the right to edit", async () => {
    const update = made(words(1, "Restored."));
    expect(ada.text.adopt({ ...update, epoch: new Uint8Array(16).fill(9) })).toBeNull();
    node.setRights(ada.socket!, ticketId, false);
    await settle(ada, ben);
    expect(ada.text.adopt(update)).toBeNull();
    ben.disconnect();
    expect(ben.text.adopt(update)).toBeNull();
    expect([ada.words, ben.words]).toEqual(["First.\nSecond.", "First.\nSecond."]);
  });
});
