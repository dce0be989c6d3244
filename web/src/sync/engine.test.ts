import { describe, expect, it, vi } from "vitest";
import { FakeDisk } from "./testing/disk";
import { breathe } from "./testing/platform";
import { FakeNode } from "./testing/node";
import { ana, attribute, ben, doing, done, id, list, option, ticket, todo, workspaceId } from "./testing/rows";
import { FakeTab, smallTables } from "./testing/tab";
import { viewNames, type Tables } from "./tables/tables";
import type { FieldEdit } from "@/wire/generated";

const first = ticket(1).id;
const title = (text: string, ticketId = first) => ({ kind: "ticket.update", ticketId, patch: { title: text } }) as const;

function viewTables(tab: FakeTab): Partial<Tables> {
  const tables = Object.entries(viewNames).map(([kind, name]) => [kind, tab.state[name]]);
  const { import: _, ...shown } = Object.fromEntries(tables) as Partial<Tables>;
  return shown;
}

function expectSame(tab: FakeTab): void {
  const { workspace: _, import: __, ...truth } = tab.truth();
  expect(viewTables(tab)).toEqual(truth);
}

describe("the first connection", () => {
  it("rs4: what arrives before the snapshot is kept, what the snapshot holds is dropped", async () => {
    const node = new FakeNode(smallTables());
    const tab = new FakeTab({ node });
    await tab.engine.start();
    tab.platform.advance(20);
    const socket = tab.socket;
    socket?.connect();
    while (socket?.up());
    node.submit(ben, id("c", 1), title("before the snapshot"));
    while (socket?.down());
    tab.platform.advance(16);
    await tab.settle();
    node.submit(ben, id("c", 2), title("after it"));
    await tab.settle();
    expect(tab.state.connection).toBe("live");
    expect(tab.state.tickets?.[first]?.title).toBe("after it");
    expectSame(tab);
    expect(tab.platform.opened).toBe(1);
  });

  it("a snapshot without its last line is not used", async () => {
    const node = new FakeNode(smallTables());
    node.cutSnapshot = true;
    vi.spyOn(console, "warn").mockReturnValue();
    const tab = await new FakeTab({ node }).start();
    for (let wait = 0; wait < 5 && tab.state.connection !== "live"; wait += 1) {
      tab.platform.advance(1000);
      await tab.settle();
    }
    expect(node.snapshots).toBe(2);
    expectSame(tab);
  });
});

describe("F-46 a node of a later version", () => {
  const next = (node: FakeNode, changes: unknown[]) =>
    ({ seq: node.seq() + 1, commandId: id("c", 9), by: ben, at: new Date(node.now()).toISOString(), changes, moon: "full" });
  const events = (node: FakeNode, changes: unknown[]) =>
    ({ type: "events", scope: workspaceId, from: node.seq(), to: node.seq() + 1, events: [next(node, changes)], moon: "full" }) as never;

  it("sends frames, fields and entities that are not known: they are passed over, and nothing is fetched for them", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    node.submit(ben, id("c", 1), title("a later one"));
    const held = tab.socket?.toClient.shift();
    const changes = [
      { op: "create", entity: "comet", id: id("9", 1), data: { id: id("9", 1), moon: "full" } },
      { op: "update", entity: "ticket", id: first, data: { title: "a later one", moon: "full" }, moon: "full" },
    ];
    for (const frame of [{ type: "moon" }, 7, null, "full", [], { ...held, events: [{ ...next(node, changes), seq: node.seq() }] }])
      tab.socket?.queue(frame as never);
    await tab.settle();
    expect(tab.state).toMatchObject({ connection: "live", tickets: { [first]: { title: "a later one" } } });
    expect([node.snapshots, tab.platform.opened]).toEqual([1, 1]);
  });

  it.each<[string, (node: FakeNode) => never]>([
    ["a change of a kind that is not known", (node) => events(node, [{ op: "merge", entity: "ticket", id: first, data: {} }])],
    ["events of another form", (node) => ({ type: "events", scope: workspaceId, from: node.seq(), to: node.seq() + 1 }) as never],
    ["an event without changes", (node) => events(node, null as never)],
  ])("sends %s: the workspace is fetched anew, and what waits is kept", async (_, frameOf) => {
    vi.spyOn(console, "warn").mockReturnValue();
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    tab.socket?.queue(frameOf(node));
    void tab.engine.dispatchAll([title("mine, meanwhile")]);
    for (let turn = 0; turn < 3; turn += 1) await tab.settle();
    expect([node.snapshots, tab.platform.opened]).toEqual([2, 2]);
    expect(tab.state).toMatchObject({ connection: "live", waiting: 0 });
    expect(tab.truth().ticket[first]?.title).toBe("mine, meanwhile");
    expectSame(tab);
  });
});

describe("the stream", () => {
  it("ev1: a lost frame makes it resume from its cursors, without a snapshot", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    node.submit(ben, id("c", 1), title("lost"));
    tab.socket?.lose();
    node.submit(ben, id("c", 2), { kind: "ticket.update", ticketId: first, patch: { priority: "day" } });
    await tab.settle();
    expect(tab.platform.opened).toBe(2);
    expect(node.snapshots).toBe(1);
    expect(tab.state.tickets?.[first]).toMatchObject({ title: "lost", priority: "day" });
    expectSame(tab);
  });

  it("ev1: a frame that comes twice makes it resume, and nothing is applied twice", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    node.submit(ben, id("c", 1), { kind: "comment.create", commentId: id("5", 1), ticketId: first, message: "hi" });
    tab.socket?.down(true);
    await tab.settle();
    expect(tab.state.tickets?.[first]?.comments).toBe(1);
    expectSame(tab);
  });

  it("notices by the heads that the last events never came", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    node.submit(ben, id("c", 1), title("never told"));
    tab.socket?.lose();
    for (let beat = 0; beat < 2; beat += 1) {
      tab.socket?.queue({ type: "heads", heads: { [workspaceId]: node.seq() } });
      await tab.settle();
    }
    expect(tab.state.tickets?.[first]?.title).toBe("never told");
  });

  it("knows while the node does not hear the other nodes, and no longer than it is said or connected", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const heads = { [workspaceId]: node.seq() };
    expect(tab.state.nodeIsolated).toBe(false);
    for (const [frame, alone] of [
      [{ type: "heads", heads, alone: true }, true],
      [{ type: "heads", heads }, false],
      [{ type: "heads", heads, alone: true }, true],
    ] as const) {
      tab.socket?.queue(frame);
      await tab.settle();
      expect(tab.state.nodeIsolated).toBe(alone);
    }
    tab.socket?.cut();
    await tab.settle();
    expect(tab.state.nodeIsolated).toBe(false);
  });

  it("makes one new state of all frames of an animation frame", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    for (let n = 1; n <= 200; n += 1) node.submit(ben, id("c", n), title(`title ${n}`));
    const before = tab.published;
    while (tab.socket?.down());
    tab.platform.advance(16);
    expect(tab.published - before).toBe(1);
    expect(tab.state.tickets?.[first]?.title).toBe("title 200");
  });
});

describe("coming back", () => {
  it("rs1: a reconnect brings what was missed and sends what waits", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    tab.socket?.cut();
    node.submit(ben, id("c", 1), title("theirs"));
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { priority: "week" } }]);
    expect(tab.state).toMatchObject({ connection: "offline", waiting: 1 });
    await tab.settle();
    expect(tab.state).toMatchObject({ connection: "live", waiting: 0, offlineSince: null });
    expect(tab.state.tickets?.[first]).toMatchObject({ title: "theirs", priority: "week" });
    expect(node.snapshots).toBe(1);
    expectSame(tab);
  });

  it("rs2: a cursor older than the journal starts again from a snapshot, and keeps the outbox", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    tab.socket?.cut();
    node.submit(ben, id("c", 1), title("missed for ever"));
    node.forgetJournal();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { priority: "year" } }]);
    await tab.settle();
    expect(node.snapshots).toBe(2);
    expect(tab.state.tickets?.[first]).toMatchObject({ title: "missed for ever", priority: "year" });
    expectSame(tab);
  });

  it("rs2: after a restore under another epoch, an acked edit that it lost goes out again", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const restore = node.backUp();
    const answers = tab.engine.dispatchAll([title("lost by the restore")]);
    await breathe();
    while (tab.socket?.up());
    const socket = tab.socket;
    socket?.toClient.splice(0, 2, ...socket.toClient.filter((frame) => frame.type === "ack"));
    socket?.down();
    tab.platform.advance(16);
    expect(await answers).toMatchObject([{ ok: true }]);
    socket?.cut();
    restore("e2");
    expect(tab.truth().ticket[first]?.title).toBe("Ticket 1");
    await tab.settle();
    expect(tab.truth().ticket[first]?.title).toBe("lost by the restore");
    expectSame(tab);
  });

  it("cm2: an edit whose ack was lost is sent again under its id and applied once", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    void tab.engine.dispatchAll([{ kind: "comment.create", commentId: id("5", 1), ticketId: first, message: "once" }]);
    await breathe();
    while (tab.socket?.up());
    expect(node.applied).toHaveLength(1);
    tab.socket?.cut();
    await tab.settle();
    expect(node.applied).toHaveLength(1);
    expect(tab.state.tickets?.[first]?.comments).toBe(1);
    expect(tab.state.waiting).toBe(0);
  });

  it("goes live again from its stored copy without a snapshot", async () => {
    const node = new FakeNode(smallTables());
    const disk = new FakeDisk();
    const tab = await new FakeTab({ node, disk }).start();
    node.submit(ben, id("c", 1), title("stored"));
    await tab.settle();
    tab.platform.advance(2000);
    await tab.engine.stop();
    node.submit(ben, id("c", 2), title("while away"));
    const again = new FakeTab({ node, disk });
    await again.engine.start();
    expect(again.state).toMatchObject({ ready: true });
    expect(again.state.tickets?.[first]?.title).toBe("stored");
    await again.settle();
    expect(node.snapshots).toBe(1);
    expect(again.state.tickets?.[first]?.title).toBe("while away");
  });

  it("by1: 4403 ends it, empties the view and the stored copy, and keeps the unsent edits", async () => {
    const node = new FakeNode(smallTables());
    const disk = new FakeDisk();
    const tab = await new FakeTab({ node, disk }).start();
    tab.platform.advance(2000);
    tab.platform.accept = null;
    void tab.engine.dispatchAll([title("unsent")]);
    await breathe();
    tab.socket?.cut(4403);
    await breathe();
    expect(tab.state).toMatchObject({ connection: "ended", endedReason: "accessLost", ready: false, tickets: {} });
    expect(disk.replica).toBeNull();
    expect(disk.entries.size).toBe(1);
  });
});

describe("an own edit", () => {
  it("cm3: is shown at once and never flickers back until its event is in", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const seen: (string | undefined)[] = [];
    const look = () => seen.push(tab.state.tickets?.[first]?.title);
    const answers = tab.engine.dispatchAll([title("mine")]);
    look();
    await tab.settle();
    look();
    expect(await answers).toMatchObject([{ ok: true }]);
    expect(new Set(seen)).toEqual(new Set(["mine"]));
    expect(tab.state.pending).toEqual({});
  });

  it("cm3: stays on top when the ack is faster than the event", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    void tab.engine.dispatchAll([title("mine")]);
    await breathe();
    while (tab.socket?.up());
    const socket = tab.socket;
    const ack = socket?.toClient.find((frame) => frame.type === "ack");
    const events = socket?.toClient.find((frame) => frame.type === "events");
    expect([ack?.type, events?.type]).toEqual(["ack", "events"]);
    socket?.toClient.splice(0, 2, ...[ack, events].flatMap((frame) => frame ?? []));
    socket?.down();
    tab.platform.advance(16);
    expect(tab.state).toMatchObject({ waiting: 0 });
    expect(tab.state.tickets?.[first]?.title).toBe("mine");
    expect(Object.keys(tab.state.pending ?? {})).toEqual([first]);
    socket?.down();
    tab.platform.advance(16);
    expect(tab.state.tickets?.[first]?.title).toBe("mine");
    expect(tab.state.pending).toEqual({});
  });

  it("survives an edit of another field by another person", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { statusId: doing.id } }]);
    node.submit(ben, id("c", 1), title("theirs"));
    await tab.settle();
    expect(tab.state.tickets?.[first]).toMatchObject({ title: "theirs", statusId: doing.id });
    expectSame(tab);
  });

  it("cm5: a refusal takes it back and is shown until it is dismissed", async () => {
    const node = new FakeNode(smallTables());
    node.refuse = () => ({ code: "forbidden", message: "No." });
    const tab = await new FakeTab({ node }).start();
    const answers = tab.engine.dispatchAll([title("refused")]);
    expect(tab.state.tickets?.[first]?.title).toBe("refused");
    await tab.settle();
    expect(await answers).toMatchObject([{ ok: false, error: { code: "forbidden" } }]);
    expect(tab.state.tickets?.[first]?.title).toBe("Ticket 1");
    expect(tab.state.refusals).toMatchObject([{ command: title("refused"), error: { message: "No." } }]);
    expect(tab.state.canUndo).toBeNull();
    tab.engine.dismissRefusal(tab.state.refusals?.[0]?.id ?? "");
    expect(tab.state.refusals).toEqual([]);
  });

  it("bp2: waits and tries again when the node asks for patience", async () => {
    const node = new FakeNode(smallTables());
    let refusals = 1;
    node.refuse = () => ((refusals -= 1) >= 0 ? { code: "rate_limited", message: "Slow.", retryAfterMs: 700 } : null);
    // A node does not remember commands that it only deferred.
    const submit = node.submit.bind(node);
    node.submit = (user, commandId, command) =>
      refusals > 0 ? { ok: false, error: node.refuse(user, command) ?? { code: "internal", message: "" } } : submit(user, commandId, command);
    const tab = await new FakeTab({ node }).start();
    const answers = tab.engine.dispatchAll([title("patient")]);
    for (let wait = 0; wait < 5 && tab.state.waiting !== 0; wait += 1) {
      await tab.settle();
      tab.platform.advance(700);
    }
    expect(await answers).toMatchObject([{ ok: true }]);
    expect(tab.state.refusals).toEqual([]);
  });

  it("cm7: an edit that the node puts off while its database is away stays on the screen, waits and counts", async () => {
    const node = new FakeNode(smallTables());
    let away = true;
    const submit = node.submit.bind(node);
    node.submit = (user, commandId, command) =>
      away ? { ok: false, error: { code: "unavailable", message: "Later.", retryAfterMs: 1000 } } : submit(user, commandId, command);
    const tab = await new FakeTab({ node }).start();
    const answers = tab.engine.dispatchAll([title("kept"), title("kept too", ticket(2).id)]);
    for (let second = 0; second < 5; second += 1) {
      await tab.settle();
      tab.platform.advance(1000);
      expect(tab.state.tickets?.[first]?.title).toBe("kept");
      expect(tab.state.waiting).toBe(2);
      expect(tab.state.refusals).toEqual([]);
    }
    away = false;
    for (let wait = 0; wait < 5 && tab.state.waiting !== 0; wait += 1) {
      await tab.settle();
      tab.platform.advance(1000);
    }
    expect(await answers).toMatchObject([{ ok: true }, { ok: true }]);
    expectSame(tab);
  });

  it("cm6: one that is too large for a frame is refused here, and the connection stays", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const description = "ü".repeat(200_000);
    const [answer] = await tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { description } }]);
    expect(answer).toMatchObject({ ok: false, error: { code: "payload_too_large" } });
    expect(tab.socket?.sent.some((frame) => frame.type === "command")).toBe(false);
    expect(tab.state.refusals).toHaveLength(1);
  });

  it("keeps the rows of others where they are: their identity does not change", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const before = tab.state;
    void tab.engine.dispatchAll([title("mine")]);
    expect(tab.state.tickets?.[ticket(2).id]).toBe(before.tickets?.[ticket(2).id]);
    expect(tab.state.statuses).toBe(before.statuses);
    const mine = tab.state.tickets?.[first];
    node.submit(ben, id("c", 1), title("other", ticket(2).id));
    while (tab.socket?.down());
    tab.platform.advance(16);
    expect(tab.state.tickets?.[first]).toBe(mine);
  });

  it("a new ticket is there at once, and gets its number from the node", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const ticketId = id("4", 99);
    void tab.engine.dispatchAll([{ kind: "ticket.create", ticketId, title: "New", listIds: [list(1).id] }]);
    expect(tab.state.tickets?.[ticketId]).toMatchObject({ number: 0, statusId: todo.id, createdUserId: ana });
    await tab.settle();
    expect(tab.state.tickets?.[ticketId]?.number).toBe(5);
  });

  it("a ticket made private moves to the person's own scope and keeps to it", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const other = await new FakeTab({ node, user: ben }).start();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { private: true } }]);
    await tab.settle();
    await other.settle();
    expect(tab.state.tickets?.[first]).toMatchObject({ private: true, number: 1 });
    expect(other.state.tickets?.[first]).toBeUndefined();
    expectSame(tab);
    expectSame(other);
  });
});

describe("undo", () => {
  it("takes back the last own change and does it again", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    void tab.engine.dispatchAll([{ kind: "ticket.update", ticketId: first, patch: { statusId: done.id } }]);
    expect(tab.state.canUndo).toBe("status change");
    const undone = tab.engine.undo();
    await tab.settle();
    expect(await undone).toEqual({ ok: true, label: "status change" });
    expect(tab.state.tickets?.[first]).toMatchObject({ statusId: todo.id, completed: false });
    const redone = tab.engine.redo();
    await tab.settle();
    expect((await redone).ok).toBe(true);
    expect(tab.state.tickets?.[first]).toMatchObject({ statusId: done.id, completed: true });
    expectSame(tab);
  });

  it("takes several commands back as one step", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const ids = [1, 2, 3].map((n) => ticket(n).id);
    void tab.engine.dispatchAll([
      { kind: "tickets.update", ticketIds: ids, patch: { statusId: doing.id } },
      { kind: "ticket.move", ticketId: first, listId: list(1).id, after: ids[2] ?? "" },
    ]);
    await tab.settle();
    const place = (n: number) => tab.state.tickets?.[ticket(n).id]?.lists[0]?.rank ?? "";
    expect(place(1) > place(3)).toBe(true);
    const undone = tab.engine.undo();
    await tab.settle();
    expect((await undone).ok).toBe(true);
    expect(ids.map((each) => tab.state.tickets?.[each]?.statusId)).toEqual([todo.id, todo.id, todo.id]);
    expect(place(1) < place(2)).toBe(true);
  });

  it("stops where another person has changed the value since", async () => {
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    void tab.engine.dispatchAll([title("mine")]);
    await tab.settle();
    node.submit(ben, id("c", 1), title("theirs"));
    await tab.settle();
    expect(await tab.engine.undo()).toEqual({ ok: false, reason: "changedSince", label: "title change" });
    expect(tab.state.tickets?.[first]?.title).toBe("theirs");
  });

  it("at3: stops where another person has changed the same value of an attribute, and takes back the others", async () => {
    const [text, number, sides] = [attribute(1), attribute(2, "number"), attribute(3, "multiSelect")];
    const options = [1, 2].map((n) => ({ ...option(n), attributeId: sides.id }));
    const tables = {
      ...smallTables(),
      attribute: { [text.id]: text, [number.id]: number, [sides.id]: sides },
      option: Object.fromEntries(options.map((row) => [row.id, row])),
    };
    const node = new FakeNode(tables);
    const tab = await new FakeTab({ node }).start();
    const [north, south] = options.map((row) => row.id) as [string, string];
    const values = (fields: Record<string, FieldEdit>) => ({ kind: "ticket.update", ticketId: first, patch: { fields } }) as const;
    void tab.engine.dispatchAll([values({ [text.id]: "mine", [sides.id]: { add: [north], remove: [] } })]);
    expect(tab.state.pending?.[first]?.fields).toEqual([text.id, sides.id]);
    await tab.settle();
    node.submit(ben, id("c", 1), values({ [number.id]: 3, [sides.id]: { add: [south], remove: [] } }));
    await tab.settle();
    const undone = tab.engine.undo();
    await tab.settle();
    expect(await undone).toEqual({ ok: true, label: "attribute change" });
    expect(tab.state.tickets?.[first]?.fields).toEqual({ [number.id]: 3, [sides.id]: [south] });
    const redone = tab.engine.redo();
    await tab.settle();
    expect((await redone).ok).toBe(true);
    node.submit(ben, id("c", 2), values({ [text.id]: "theirs" }));
    await tab.settle();
    expect(await tab.engine.undo()).toEqual({ ok: false, reason: "changedSince", label: "attribute change" });
    expect(tab.state.tickets?.[first]?.fields).toEqual({ [text.id]: "theirs", [number.id]: 3, [sides.id]: [south, north] });
    expectSame(tab);
  });
});
