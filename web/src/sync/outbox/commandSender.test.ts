import { describe, expect, it } from "vitest";
import { breathe } from "../testing/platform";
import { FakeNode } from "../testing/node";
import { ticket } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

/** A page without a connection, so that its edits wait. */
async function offline() {
  const tab = await new FakeTab({ node: new FakeNode(smallTables()) }).start();
  tab.platform.accept = null;
  tab.socket?.cut();
  await breathe();
  return tab;
}

const first = ticket(1).id;

describe("an edit that is dropped before it is sent", () => {
  it("is answered with a refusal when the person discards it", async () => {
    const tab = await offline();
    const answers = tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { title: "Discarded" } }]);
    await breathe();
    const [edit] = tab.state.unsent ?? [];
    tab.engine.discardEdit(edit?.id ?? "");
    expect(await answers).toMatchObject([{ ok: false, error: { code: "unavailable" } }]);
    expect(tab.state.tickets?.[first]?.title).toBe(ticket(1).title);
    expect(tab.state.refusals).toEqual([]);
  });

  it("lets an undo end that waits for it", async () => {
    const tab = await offline();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { title: "Renamed" } }]);
    const undone = tab.engine.undo();
    await breathe();
    for (const { id } of tab.state.unsent ?? []) tab.engine.discardEdit(id);
    expect(await undone).toMatchObject({ ok: false, reason: "refused" });
  });
});
