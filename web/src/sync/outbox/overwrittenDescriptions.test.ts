import { describe, expect, it } from "vitest";
import { breathe } from "../testing/platform";
import { FakeNode } from "../testing/node";
import { ana, ben, id, ticket } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

const first = ticket(1).id;
const text = (description: string) => ({ kind: "ticket.update", ticketId: first, patch: { description } }) as const;

/** Ana has saved her text, and the command has no answer yet. */
async function sending(mine: string) {
  const node = new FakeNode(smallTables());
  const tab = await new FakeTab({ node }).start();
  tab.engine.watchTicket(first);
  await tab.settle();
  void tab.engine.dispatchAll([text(mine)]);
  await breathe();
  tab.platform.advance(20);
  await breathe();
  return { node, tab };
}

describe("two descriptions that are saved at the same moment", () => {
  it("the later one stands, and its writer is shown the other", async () => {
    const { node, tab } = await sending("mine");
    node.submit(ben, id("c", 1), text("theirs"));
    await tab.settle();
    expect(tab.state.details?.[first]?.description).toBe("mine");
    expect(tab.state.overwritten).toEqual({ [first]: { by: ben, text: "theirs" } });
    tab.engine.forgetOverwritten(first);
    expect(tab.state.overwritten).toEqual({});
  });

  it("who was first simply sees the newer one", async () => {
    const { node, tab } = await sending("mine");
    tab.socket?.up();
    node.submit(ben, id("c", 1), text("theirs"));
    await tab.settle();
    expect(tab.state.details?.[first]?.description).toBe("theirs");
    expect(tab.state.overwritten).toEqual({});
  });

  it("the same text is no conflict, nor is another field", async () => {
    const { node, tab } = await sending("alike");
    node.submit(ben, id("c", 1), text("alike"));
    node.submit(ben, id("c", 2), { kind: "ticket.update", ticketId: first, patch: { title: "theirs" } });
    await tab.settle();
    expect(tab.state.overwritten).toEqual({});
  });

  it("a refused one has replaced nothing", async () => {
    const { node, tab } = await sending("mine");
    node.refuse = (user) => (user === ana ? { code: "command_expired", message: "Too old." } : null);
    node.submit(ben, id("c", 1), text("theirs"));
    await tab.settle();
    expect(tab.state.details?.[first]?.description).toBe("theirs");
    expect(tab.state.overwritten).toEqual({});
  });
});
