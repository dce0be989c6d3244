import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Command, Event } from "@/wire/generated";
import { predict } from "../kinds/kinds";
import type * as Kinds from "../kinds/kinds";
import type * as TableCopies from "../tables/tableCopy";
import { FakeNode } from "../testing/node";
import { breathe } from "../testing/platform";
import { ana, ben, ticket, workspaceId } from "../testing/rows";
import { FakeTab, smallTables } from "../testing/tab";

/** The tables that were copied for a change, each as its number of rows. */
const copies = vi.hoisted(() => [] as number[]);

vi.mock("../kinds/kinds", async (original) => {
  const actual = await original<typeof Kinds>();
  return { ...actual, predict: vi.fn<typeof predict>(actual.predict) };
});
vi.mock("../tables/tableCopy", async (original) => {
  const actual = await original<typeof TableCopies>();
  class CountedCopy<R> extends actual.TableCopy<R> {
    constructor(origin: Readonly<Record<string, R>>) {
      super(origin);
      copies.push(Object.keys(origin).length);
    }
  }
  return { ...actual, TableCopy: CountedCopy };
});

const ids = Array.from({ length: 60 }, (_, n) => ticket(n + 1).id);
const titles = (text: string): Command[] =>
  ids.map((ticketId, n) => ({ kind: "ticket.update", ticketId, patch: { title: `${text} ${n}` } }));

/** A page with sixty tickets whose frames stay in its socket. */
async function open() {
  const tickets = Object.fromEntries(ids.map((id, n) => [id, ticket(n + 1)]));
  const tab = await new FakeTab({ node: new FakeNode({ ...smallTables(), ticket: tickets }) }).start();
  const frames = (...events: Event[]) => {
    for (const event of events) {
      tab.socket?.queue({ type: "events", scope: workspaceId, from: event.seq - 1, to: event.seq, events: [event] });
      tab.socket?.down();
    }
    tab.platform.advance(16);
  };
  return { tab, frames };
}

function titled(seq: number, commandId: string, by: string, ticketId: string, title: string): Event {
  const changes = [{ op: "update" as const, entity: "ticket" as const, id: ticketId, data: { title } }];
  return { seq, commandId, by, at: "2026-01-05T10:00:00Z", changes };
}

const predictions = () => vi.mocked(predict).mock.calls.length;

describe("the number of predictions", () => {
  let page: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    page = await open();
    vi.mocked(predict).mockClear();
    copies.length = 0;
  });

  it("is one for one edit, from the key that was pressed to the event that confirms it", async () => {
    const { tab, frames } = page;
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: ids[0] ?? "", patch: { title: "new" } }]);
    await breathe();
    const [id = ""] = (tab.state.unsent ?? []).map((edit) => edit.id);
    expect([predictions(), copies]).toEqual([1, [60]]);
    frames(titled(1, id, ana, ids[0] ?? "", "new"));
    expect(tab.state.waiting).toBe(0);
    // The second copy is the confirmed table's.
    expect([predictions(), copies]).toEqual([1, [60, 60]]);
  });

  it("is that of the values where many are pasted, with one copy of the table", async () => {
    const { tab } = page;
    void tab.engine.dispatchAll(titles("pasted"));
    await breathe();
    expect(tab.state.tickets?.[ids[59] ?? ""]?.title).toBe("pasted 59");
    expect([predictions(), copies]).toEqual([60, [60]]);
  });

  it("grows by one with each further edit, however many wait", async () => {
    const { tab } = page;
    void tab.engine.dispatchAll(titles("first"));
    for (const command of titles("second")) void tab.engine.dispatchAll([command]);
    await breathe();
    expect(predictions()).toBe(120);
  });

  it("is that of the waiting edits for a batch of frames, however many frames there are", async () => {
    const { tab, frames } = page;
    void tab.engine.dispatchAll(titles("mine").slice(0, 20));
    await breathe();
    vi.mocked(predict).mockClear();
    frames(...Array.from({ length: 30 }, (_, n) => titled(n + 1, `theirs ${n}`, ben, ids[n + 20] ?? "", "theirs")));
    expect(tab.state.tickets?.[ids[49] ?? ""]?.title).toBe("theirs");
    expect(predictions()).toBe(20);
  });

  it("is none where a confirmed state is shown again", async () => {
    const { tab } = page;
    void tab.engine.dispatchAll(titles("mine").slice(0, 20));
    await breathe();
    vi.mocked(predict).mockClear();
    tab.socket?.queue({ type: "presence", members: [] });
    tab.socket?.down();
    tab.platform.advance(16);
    expect(predictions()).toBe(0);
  });
});
