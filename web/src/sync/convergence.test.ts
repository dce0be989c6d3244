import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Command, Priority } from "@/wire/generated";
import { FakeDisk } from "./testing/disk";
import { FakeLocks } from "./testing/locks";
import { FakeNode } from "./testing/node";
import { ana, attribute, ben, doing, done, id, label, list, option, ticket, todo } from "./testing/rows";
import { FakeTab, smallTables } from "./testing/tab";

/**
 * Two people with three tabs edit, lose connections, get frames twice or never, reload and crash, in a random order.
 * Once all is quiet, every view equals the state of the node. A failing run prints its seed.
 */
const seed = Number(process.env.SYNC_SEED ?? 20_260_105);
const runs = Number(process.env.SYNC_RUNS ?? 60);

const anyTicket = fc.integer({ min: 1, max: 8 }).map((n) => ticket(n).id);
const anyStatus = fc.constantFrom(todo.id, doing.id, done.id);
const anyList = fc.constantFrom(list(1).id, list(2).id);
const anyLabel = fc.constantFrom(label(1).id, label(2).id);
const anyPerson = fc.constantFrom(ana, ben);
const ids = <T>(one: fc.Arbitrary<T>) => fc.uniqueArray(one, { minLength: 1, maxLength: 3 });
const set = (one: fc.Arbitrary<string>) => fc.record({ add: fc.uniqueArray(one), remove: fc.uniqueArray(one) });
const priority = fc.constantFrom<Priority | null>("day", "week", null);

const place = attribute(2);
const sides = { ...attribute(1, "multiSelect", "V001"), metadata: { id: attribute(1).id, optionsOrder: [option(1).id, option(2).id] } };
const labelSets = [{ id: id("16", 1), name: "Marks", single: true, labelsOrder: [label(1).id, label(2).id] }];
const marks = { ...attribute(3, "multiSelect", "V002"), labelSets };
const tables = {
  ...smallTables(),
  attribute: { [place.id]: place, [sides.id]: sides, [marks.id]: marks },
  option: { [option(1).id]: option(1), [option(2).id]: option(2) },
};
const anyOption = fc.constantFrom(option(1).id, option(2).id);
const fields = fc.record({ [place.id]: fc.constantFrom("here", "there", null), [sides.id]: fc.oneof(set(anyOption), fc.constant(null)), [marks.id]: fc.oneof(set(anyLabel), fc.constant(null)) }, { requiredKeys: [] });

let made = 100;
const freshId = (family: string) => fc.constant(null).map(() => id(family, (made += 1)));

const patch = fc.record(
  {
    title: fc.constantFrom("one", "two", "three"),
    statusId: anyStatus,
    priority,
    labels: set(anyLabel),
    assigneesIds: set(anyPerson),
    lists: set(anyList),
    description: fc.constantFrom("a", "b"),
    parentTicketId: fc.option(anyTicket),
    fields,
  },
  { requiredKeys: [] },
);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ticket.update"), ticketId: anyTicket, patch }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("tickets.update"), ticketIds: ids(anyTicket), patch }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("ticket.create"), ticketId: anyTicket, title: fc.constant("new"), listIds: ids(anyList), private: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("ticket.move"), ticketId: anyTicket, listId: anyList, after: anyTicket }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("tickets.move"), ticketIds: ids(anyTicket), listId: anyList, after: anyTicket }) },
  fc.record({ kind: fc.constant("ticket.update"), ticketId: anyTicket, patch: fc.record({ private: fc.boolean() }) }),
  fc.record({ kind: fc.constantFrom("ticket.trash", "ticket.restore", "ticket.delete"), ticketId: anyTicket }),
  fc.record({ kind: fc.constant("subtask.move"), ticketId: anyTicket, after: anyTicket }),
  fc.record({ kind: fc.constant("comment.create"), commentId: freshId("5"), ticketId: anyTicket, message: fc.constant("hi") }),
  fc.record({ kind: fc.constant("link.create"), linkId: freshId("6"), linkKind: fc.constant("blocks"), fromTicketId: anyTicket, toTicketId: anyTicket }),
  fc.record({ kind: fc.constant("label.update"), labelId: anyLabel, patch: fc.record({ name: fc.constantFrom("x", "y") }) }),
  fc.record({ kind: fc.constant("label.delete"), labelId: anyLabel }),
  fc.record({ kind: fc.constant("label.create"), labelId: anyLabel, name: fc.constantFrom("x", "y") }),
  fc.record({ kind: fc.constant("labelSet.update"), attributeId: fc.constant(marks.id), labelSetId: fc.constant(id("16", 1)), patch: fc.record({ single: fc.boolean(), labels: set(anyLabel) }) }),
  fc.record({ kind: fc.constant("option.delete"), optionId: anyOption, moveTo: anyOption }),
  fc.record({ kind: fc.constant("option.create"), optionId: anyOption, attributeId: fc.constant(sides.id), name: fc.constantFrom("north", "south") }),
  fc.record({ kind: fc.constant("option.move"), optionId: anyOption, after: fc.option(anyOption) }),
  fc.record({ kind: fc.constant("attribute.delete"), attributeId: fc.constantFrom(place.id, sides.id) }),
  fc.record({ kind: fc.constant("list.delete"), listId: anyList, moveTo: anyList }),
  fc.record({ kind: fc.constant("list.create"), listId: anyList, name: fc.constant("again") }),
  fc.record({ kind: fc.constant("status.delete"), statusId: anyStatus, moveTo: anyStatus }),
) as fc.Arbitrary<Command>;

type Act =
  | { act: "edit"; tab: number; command: Command }
  | { act: "up" | "down" | "twice" | "lose" | "cut" | "crash" | "open"; tab: number; times: number }
  | { act: "time"; tab: number; ms: number }
  | { act: "undo" | "redo"; tab: number }
  | { act: "refuse" | "forget" };

const tab = fc.integer({ min: 0, max: 2 });
const times = fc.integer({ min: 1, max: 6 });
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ act: fc.constant("edit" as const), tab, command }) },
  { weight: 8, arbitrary: fc.record({ act: fc.constantFrom("up" as const, "down" as const), tab, times }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom("twice" as const, "lose" as const, "cut" as const, "crash" as const), tab, times }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("open" as const), tab, times }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("time" as const), tab, ms: fc.integer({ min: 1, max: 3000 }) }) },
  fc.record({ act: fc.constantFrom("undo" as const, "redo" as const), tab }),
  fc.record({ act: fc.constantFrom("refuse" as const, "forget" as const) }),
);

/** Ana's two tabs share a disk, Ben has one of his own. */
class Fixture {
  readonly node = new FakeNode(tables);
  readonly homes = [
    { user: ana, disk: new FakeDisk(), locks: new FakeLocks() },
    { user: ben, disk: new FakeDisk(), locks: new FakeLocks() },
  ];
  readonly tabs: FakeTab[] = [];

  async open(index: number): Promise<void> {
    const home = this.homes[index === 2 ? 1 : 0];
    if (home) this.tabs[index] = await new FakeTab({ node: this.node, ...home, seed: index + 1 }).start();
  }

  async perform(act: Act): Promise<void> {
    if (act.act === "refuse") {
      let refusals = 1;
      this.node.refuse = () => ((refusals -= 1) >= 0 ? { code: "conflict", message: "No." } : null);
      return;
    }
    if (act.act === "forget") return this.node.forgetJournal();
    const tab = "tab" in act ? this.tabs[act.tab] : undefined;
    if (!tab || !("tab" in act)) return;
    switch (act.act) {
      case "edit":
        return void tab.engine.dispatchAll([act.command]);
      case "undo":
      case "redo":
        return void tab.engine[act.act]();
      case "time":
        return tab.platform.advance(act.ms);
      case "crash":
        tab.crash();
        return this.open(act.tab);
      case "cut":
        return tab.socket?.cut();
      case "open":
      case "up":
      case "down":
      case "twice":
      case "lose":
        for (let time = 0; time < act.times; time += 1) {
          const { socket } = tab;
          if (act.act === "open") socket?.connect();
          if (act.act === "up") socket?.up();
          if (act.act === "down" || act.act === "twice") socket?.down(act.act === "twice" && time === 0);
          if (act.act === "lose" && time === 0) socket?.lose();
        }
    }
  }

  /** Waits until every frame is carried, every lost frame is noticed and every edit is answered. */
  async quiet(): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      for (const tab of this.tabs) {
        tab.platform.advance(8000);
        await tab.settle();
        tab.socket?.queue({ type: "heads", heads: Object.fromEntries(Object.entries(this.node.cursors(tab.user)).map(([scope, { seq }]) => [scope, seq])) });
        await tab.settle();
      }
      const calm = this.tabs.every((tab) => tab.state.connection === "live" && tab.state.waiting === 0);
      if (calm && round > 2) return;
    }
  }
}

describe("convergence", () => {
  it("all views are what the node holds once nothing is under way", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 60 }), async (acts) => {
        const fixture = new Fixture();
        for (const index of [0, 1, 2]) await fixture.open(index);
        for (const each of acts) await fixture.perform(each);
        await fixture.quiet();
        for (const tab of fixture.tabs) {
          const { tickets, members, statuses, lists, labels, attributes, options, links } = tab.state;
          const truth = tab.truth();
          expect({ connection: tab.state.connection, waiting: tab.state.waiting, pending: tab.state.pending }).toEqual({
            connection: "live",
            waiting: 0,
            pending: {},
          });
          expect({ tickets, members, statuses, lists, labels, attributes, options, links }).toEqual({
            tickets: truth.ticket,
            members: truth.member,
            statuses: truth.status,
            lists: truth.list,
            labels: truth.label,
            attributes: truth.attribute,
            options: truth.option,
            links: truth.link,
          });
        }
        for (const { disk } of fixture.homes) {
          // Answered entries stay there until the next copy of the workspace is stored, and are not sent again.
          const unanswered = [...disk.entries.values()].filter(({ state }) => state.is === "waiting" || state.is === "sent");
          expect(unanswered).toEqual([]);
        }
        expect(new Set(fixture.node.applied).size).toBe(fixture.node.applied.length);
      }),
      { seed, numRuns: runs },
    );
  });
});
