import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Command, LabelCreate } from "@/wire/generated";

/** Fresh modules, whose rules arrive when the test lets them. */
async function withoutRules() {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  vi.resetModules();
  vi.doMock("./kinds/otherKinds", async (actual) => {
    await arrived;
    return actual();
  });
  const [{ FakeNode }, { FakeTab, smallTables }, rows, { haveRules }, { FakeDisk }, { FakeLocks }] = await Promise.all([
    import("./testing/node"),
    import("./testing/tab"),
    import("./testing/rows"),
    import("./kinds/kinds"),
    import("./testing/disk"),
    import("./testing/locks"),
  ]);
  const node = new FakeNode(smallTables());
  const disk = new FakeDisk();
  const locks = new FakeLocks();
  const tab = await new FakeTab({ node, disk, locks }).start();
  /** The next visit, of another tab on the same machine. */
  const again = () => new FakeTab({ node, disk, locks, seed: 2 }).start();
  return { tab, rows, haveRules, arrive, again };
}

describe("an edit whose rules are still on their way", () => {
  beforeEach(() => vi.doUnmock("./kinds/otherKinds"));

  it("waits for them, and so do the edits after it; then it is shown and can be undone", async () => {
    const { tab, rows, haveRules, arrive } = await withoutRules();
    const made: LabelCreate & { kind: "label.create" } = { kind: "label.create", labelId: rows.id("b", 9), name: "Later" };
    const ticketId = rows.ticket(1).id;
    expect(haveRules([made])).toBe(false);
    expect(tab.engine.hasUnstoredEdits).toBe(false);
    const answers = Promise.all([
      tab.engine.dispatchAll([made]),
      tab.engine.dispatchAll([{ kind: "ticket.update", ticketId, patch: { labels: { add: [made.labelId], remove: [] } } }]),
    ]);
    await tab.settle();
    expect(tab.state.labels?.[made.labelId]).toBeUndefined();
    expect(tab.engine.hasUnstoredEdits).toBe(true);
    arrive();
    await vi.waitFor(() => expect(tab.state.labels?.[made.labelId]?.name).toBe("Later"));
    await tab.settle();
    expect((await answers).flat().map(({ ok }) => ok)).toEqual([true, true]);
    expect(tab.state.tickets?.[ticketId]?.labels).toEqual([made.labelId]);
    const undone = Promise.all([tab.engine.undo(), tab.engine.undo()]);
    await tab.settle();
    expect((await undone).map(({ ok }) => ok)).toEqual([true, true]);
    expect(tab.state.labels?.[made.labelId]).toBeUndefined();
  });

  it("does not keep an edit of a ticket waiting that comes first", async () => {
    const { tab, rows } = await withoutRules();
    const ticketId = rows.ticket(1).id;
    const answer = tab.engine.dispatchAll([{ kind: "ticket.update", ticketId, patch: { title: "At once" } }]);
    expect(tab.state.tickets?.[ticketId]?.title).toBe("At once");
    await tab.settle();
    expect((await answer).map(({ ok }) => ok)).toEqual([true]);
  });

  it("is sent without its rules if they cannot be fetched, and the node decides", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    vi.resetModules();
    vi.doMock("./kinds/otherKinds", () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    });
    const [{ FakeNode }, { FakeTab, smallTables }, { id }] = await Promise.all([import("./testing/node"), import("./testing/tab"), import("./testing/rows")]);
    const node = new FakeNode(smallTables());
    const tab = await new FakeTab({ node }).start();
    const labelId = id("b", 9);
    const answers = tab.engine.dispatchAll([{ kind: "label.create", labelId, name: "Later" }]);
    await vi.waitFor(() => expect(tab.state.waiting).toBe(1));
    await tab.settle();
    expect(await answers).toHaveLength(1);
  });

  it("leaves no step of undo without its rules, nor one before it; the next edit fetches the rules again", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    vi.resetModules();
    let failures = 1;
    vi.doMock("./kinds/otherKinds", async (actual) => {
      if (failures-- > 0) throw new TypeError("Failed to fetch dynamically imported module");
      return actual();
    });
    const [{ FakeNode }, { FakeTab, smallTables }, { id, ticket }] = await Promise.all([import("./testing/node"), import("./testing/tab"), import("./testing/rows")]);
    const tab = await new FakeTab({ node: new FakeNode(smallTables()) }).start();
    const dispatch = async (command: Command) => {
      const answers = tab.engine.dispatchAll([command]);
      await vi.waitFor(() => expect(tab.state.waiting).toBe(1));
      await tab.settle();
      expect((await answers).map(({ ok }) => ok)).toEqual([true]);
    };
    const undo = async () => {
      const undone = tab.engine.undo();
      await tab.settle();
      return undone;
    };
    await dispatch({ kind: "ticket.update", ticketId: ticket(1).id, patch: { title: "Before" } });
    await dispatch({ kind: "label.create", labelId: id("b", 9), name: "Without rules" });
    expect(tab.state.canUndo).toBeNull();
    expect(await undo()).toEqual({ ok: false, reason: "nothing" });
    expect(tab.state.tickets?.[ticket(1).id]?.title).toBe("Before");
    await dispatch({ kind: "label.create", labelId: id("b", 8), name: "With rules" });
    expect(await undo()).toMatchObject({ ok: true });
    expect(Object.values(tab.state.labels ?? {}).map(({ name }) => name)).not.toContain("With rules");
  });

  it("is stored when the workspace is closed meanwhile, and sent by the next visit", async () => {
    const { tab, rows, arrive, again } = await withoutRules();
    const labelId = rows.id("b", 9);
    const ticketId = rows.ticket(1).id;
    const answers = Promise.all([
      tab.engine.dispatchAll([{ kind: "label.create", labelId, name: "Later" }]),
      tab.engine.dispatchAll([{ kind: "ticket.update", ticketId, patch: { labels: { add: [labelId], remove: [] } } }]),
    ]);
    await tab.engine.stop();
    arrive();
    expect((await answers).flat()).toEqual([]);
    const next = await again();
    expect(next.state.labels?.[labelId]?.name).toBe("Later");
    expect(next.state.tickets?.[ticketId]?.labels).toEqual([labelId]);
    expect(next.state.waiting).toBe(0);
  });
});
