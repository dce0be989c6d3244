import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchRules } from "@/sync/kinds/kinds";
import { byRank } from "@/sync/tables/rank";
import type { Command } from "@/wire/generated";
import { troupeNode, until, type TroupeNode } from "./support/node";
import { replicaUser, type ReplicaUser, type Tab } from "./support/replica";

let node: TroupeNode;
let ana: ReplicaUser;
let ben: ReplicaUser;
let workspaceId: string;

beforeAll(async () => {
  // As on a page that has been usable for a while.
  await fetchRules();
  node = await troupeNode();
  ana = await replicaUser(node.url, "ana");
  ben = await replicaUser(node.url, "ben");
  workspaceId = (await ana.call<{ id: string }>("/api/workspaces", { name: "Sync core" })).id;
  const { token } = await ana.call<{ token: string }>(`/api/workspaces/${workspaceId}/invitations`, { role: "admin" });
  await ben.call(`/api/invitations/${token}/accept`, {});
});
afterAll(() => node?.remove());

async function opened(who: ReplicaUser): Promise<Tab> {
  const tab = await who.open(workspaceId);
  await tab.quiet();
  return tab;
}

async function expectTruth(who: ReplicaUser, tab: Tab): Promise<void> {
  await tab.quiet();
  const truth = await who.truth(workspaceId);
  await until("the last events are in", async () => {
    const { tickets = {} } = tab.state();
    return Object.values(truth.ticket).every((row) => tickets[row.id]?.updatedAt === row.updatedAt);
  });
  const { workspace, members, statuses, lists, labels, tickets, links, imports } = tab.state();
  expect({ members, statuses, lists, labels, tickets, links, imports }).toEqual({
    members: truth.member,
    statuses: truth.status,
    lists: truth.list,
    labels: truth.label,
    tickets: truth.ticket,
    links: truth.link,
    imports: truth.import,
  });
  expect(workspace).toEqual(truth.workspace[workspaceId]);
}

const fresh = (tab: Tab) => tab.engine.ids.next();

describe("the sync core in front of a real node", () => {
  it("predicts every command as the node decides it, and holds what a snapshot holds", async () => {
    const tab = await opened(ana);
    const other = await opened(ben);
    const [listA, listB, label, status] = [fresh(tab), fresh(tab), fresh(tab), fresh(tab)];
    const [one, two, three, secret] = [fresh(tab), fresh(tab), fresh(tab), fresh(tab)];
    const [link, comment] = [fresh(tab), fresh(tab)];
    const doneId = Object.values(tab.state().statuses ?? {}).find(({ category }) => category === "completed")?.id ?? "";
    const release = tab.engine.watchTicket(one);
    const commands: Command[] = [
      { kind: "workspace.update", patch: { name: "Renamed", icon: "🎭" } },
      { kind: "list.create", listId: listA, name: "Alpha" },
      { kind: "list.create", listId: listB, name: "Beta", color: "teal", after: listA },
      { kind: "list.move", listId: listB },
      { kind: "list.update", listId: listA, patch: { name: "Alpha 2", color: "red" } },
      { kind: "label.create", labelId: label, name: "bug" },
      { kind: "label.update", labelId: label, patch: { color: "pink" } },
      { kind: "status.create", statusId: status, name: "Doing", category: "started" },
      { kind: "status.move", statusId: status },
      { kind: "status.update", statusId: status, patch: { name: "In progress" } },
      { kind: "ticket.create", ticketId: one, title: " One ", listIds: [listA], labels: [label], dueDate: "2020-01-31" },
      { kind: "ticket.create", ticketId: two, title: "Two", listIds: [listA], parentTicketId: one },
      { kind: "ticket.create", ticketId: three, title: "Three", listIds: [listA], parentTicketId: one, priority: "day" },
      { kind: "ticket.create", ticketId: secret, title: "Secret", private: true },
      { kind: "ticket.update", ticketId: one, patch: { title: "Uno", description: "# Long", reportBy: ben.id } },
      { kind: "ticket.update", ticketId: one, patch: { assigneesIds: { add: [ana.id, ben.id], remove: [] } } },
      { kind: "tickets.update", ticketIds: [one, two], patch: { statusId: status, priority: "week" } },
      { kind: "ticket.update", ticketId: one, patch: { statusId: doneId, startDate: "2020-01-01" } },
      { kind: "ticket.update", ticketId: three, patch: { lists: { add: [listB], remove: [listA] }, dueDate: null } },
      { kind: "ticket.move", ticketId: three, listId: listA },
      { kind: "ticket.move", ticketId: one, listId: listA, after: two },
      { kind: "tickets.move", ticketIds: [three, two], listId: listA },
      { kind: "tickets.move", ticketIds: [one, three], listId: listB },
      { kind: "tickets.move", ticketIds: [one, two], listId: listB, after: three },
      { kind: "subtask.move", ticketId: three },
      { kind: "link.create", linkId: link, linkKind: "blocks", fromTicketId: two, toTicketId: three },
      { kind: "comment.create", commentId: comment, ticketId: one, message: "**hello**" },
      { kind: "comment.update", commentId: comment, message: "hello" },
      { kind: "reaction.add", activityId: comment, emoji: "👍" },
      { kind: "member.setRole", userId: ben.id, role: "member" },
      { kind: "tickets.trash", ticketIds: [two, three] },
      { kind: "tickets.restore", ticketIds: [two] },
      { kind: "ticket.update", ticketId: secret, patch: { private: false } },
      { kind: "ticket.update", ticketId: secret, patch: { private: true } },
      { kind: "link.delete", linkId: link },
      { kind: "ticket.delete", ticketId: three },
      { kind: "reaction.remove", activityId: comment, emoji: "👍" },
      { kind: "label.delete", labelId: label },
      { kind: "status.delete", statusId: status, moveTo: doneId },
      { kind: "list.delete", listId: listA, moveTo: listB },
    ];
    for (const command of commands) {
      const answer = tab.do(command);
      const guess = structuredClone(shown(tab));
      expect([command, await answer]).toMatchObject([command, { ok: true }]);
      await tab.quiet();
      expect({ command, view: shown(tab) }).toEqual({ command, view: guess });
    }
    await expectTruth(ana, tab);
    await expectTruth(ben, other);
    await until("the details are in", async () => tab.state().details?.[one]?.state === "ready");
    const detail = tab.state().details?.[one];
    expect(detail?.description).toBe("# Long");
    expect(detail?.activities.filter(({ kind }) => kind === "comment").map(({ message }) => message)).toEqual(["hello"]);
    expect(Object.keys(other.state().tickets ?? {})).not.toContain(secret);
    release();
    await Promise.all([tab.engine.stop(), other.engine.stop()]);
  });

  it("shows a refusal with its reason, and reverts the edit", async () => {
    const tab = await opened(ana);
    const [one, two] = [fresh(tab), fresh(tab)];
    for (const ticketId of [one, two]) await tab.do({ kind: "ticket.create", ticketId, title: "Blocks" });
    const blocks = (fromTicketId: string, toTicketId: string): Command => ({
      kind: "link.create",
      linkId: fresh(tab),
      linkKind: "blocks",
      fromTicketId,
      toTicketId,
    });
    expect(await tab.do(blocks(one, two))).toMatchObject({ ok: true });
    // An answer is not yet an event: until the event arrives, the link is as predicted.
    await tab.quiet();
    const before = tab.state().links;
    expect(await tab.do(blocks(two, one))).toMatchObject({ ok: false, error: { code: "cycle" } });
    await tab.quiet();
    expect(tab.state().links).toEqual(before);
    expect(tab.state().refusals).toMatchObject([{ error: { code: "cycle", path: expect.arrayContaining([one, two]) } }]);
    tab.engine.dismissRefusal(tab.state().refusals?.[0]?.id ?? "");
    await tab.engine.stop();
  });

  it("undoes its edits with their ranks", async () => {
    const tab = await opened(ana);
    const listId = fresh(tab);
    const tickets = [fresh(tab), fresh(tab), fresh(tab)];
    await tab.do({ kind: "list.create", listId, name: `Undo ${randomUUID().slice(0, 4)}` });
    for (const ticketId of tickets) await tab.do({ kind: "ticket.create", ticketId, title: "t", listIds: [listId] });
    const order = () =>
      tickets
        .map((id) => ({ id, rank: tab.state().tickets?.[id]?.lists[0]?.rank ?? "" }))
        .toSorted(byRank)
        .map(({ id }) => id);
    await tab.do({ kind: "ticket.move", ticketId: tickets[2] ?? "", listId });
    expect(order()).toEqual([tickets[2], tickets[0], tickets[1]]);
    expect(await tab.engine.undo()).toMatchObject({ ok: true });
    expect(order()).toEqual(tickets);
    await tab.do({ kind: "list.delete", listId });
    expect(await tab.engine.undo()).toMatchObject({ ok: true });
    await tab.quiet();
    expect(tab.state().lists?.[listId]).toMatchObject({ name: expect.stringContaining("Undo") });
    expect(tickets.map((id) => tab.state().tickets?.[id]?.lists[0]?.listId)).toEqual([listId, listId, listId]);
    await expectTruth(ana, tab);
    await tab.engine.stop();
  });

  it("loses no accepted edit when the node is killed under two writers, one of whom crashes as well", async () => {
    const tab = await opened(ana);
    const doomed = await ben.open(workspaceId);
    await doomed.quiet();
    const made: string[] = [];
    const accepted = new Set<string>();
    for (let n = 0; n < 60; n += 1) {
      const writer = n % 2 === 0 ? tab : doomed;
      const ticketId = fresh(writer);
      made.push(ticketId);
      const answer = writer.do({ kind: "ticket.create", ticketId, title: `Kill ${n}` });
      void answer.then((it) => it.ok && accepted.add(ticketId));
      if (n === 30) await node.kill();
      if (n % 5 === 4 && n < 30) await answer;
    }
    doomed.crash();
    await node.start();
    const heir = await ben.open(workspaceId);
    tab.engine.wake();
    await tab.quiet();
    await heir.quiet();
    for (const [who, each] of [
      [ana, tab],
      [ben, heir],
    ] as const) {
      await expectTruth(who, each);
    }
    const { ticket } = await ana.truth(workspaceId);
    expect([...accepted].filter((id) => !ticket[id])).toEqual([]);
    expect(made.filter((id) => !ticket[id])).toEqual([]);
    expect(Object.values(ticket).filter(({ title }) => title.startsWith("Kill "))).toHaveLength(made.length);
    await Promise.all([tab.engine.stop(), heir.engine.stop()]);
  });
});

/** The fields that a prediction determines; numbers, ranks, instants and the last activity are the node's. */
function shown(tab: Tab): unknown {
  const { workspace, members, statuses, lists, labels, tickets, links } = tab.state();
  const own = new Set(["number", "createdAt", "updatedAt", "completedAt", "trashedAt", "inProgressSince", "inProgressFor", "completedIn", "delayedFor"]);
  const plain = (row: object) =>
    Object.fromEntries(
      Object.entries(row).map(([key, value]) => {
        if (key === "lists") return [key, (value as { listId: string }[]).map(({ listId }) => listId)];
        return [key, own.has(key) ? value !== null : value];
      }).filter(([key]) => key !== "lastActivity"),
    );
  const tables = { members, statuses, lists, labels, tickets, links };
  return [
    workspace,
    ...Object.values(tables).map((table) =>
      Object.fromEntries(Object.entries(table ?? {}).map(([id, row]) => [id, plain(row)])),
    ),
  ];
}
