import { describe, expect, it } from "vitest";
import type { Command, Ticket } from "@/wire/generated";
import type { Details, HeldDetail } from "../details/details";
import { ana, ben, doing, done, id, label, list, ticket, todo, workspaceId } from "../testing/rows";
import { smallTables } from "../testing/tab";
import { predict } from "./kinds";
import { World } from "./world";

const at = "2026-01-05T10:00:00Z";
const context = { me: ben, workspaceId, at, commandId: "command" };
const one = ticket(1).id;
const two = ticket(2).id;

const held: HeldDetail = {
  state: "ready",
  description: "old",
  activities: [],
  reactions: [],
  next: null,
  loadingOlder: false,
  at: {},
  duringRequest: null,
};

function after(commands: Command[], details: Details = {}, tables = smallTables()): World {
  const world = new World(tables, details);
  for (const command of commands) predict(world, command, context);
  return world;
}

const patched = (patch: Extract<Command, { kind: "ticket.update" }>["patch"]): Ticket | undefined =>
  after([{ kind: "ticket.update", ticketId: one, patch }]).ticket(one);

describe("a prediction", () => {
  it("is nothing for what is not there, and never throws", () => {
    const before = smallTables();
    const gone = id("4", 999);
    const world = after(
      [
        { kind: "ticket.update", ticketId: gone, patch: { title: "?" } },
        { kind: "ticket.move", ticketId: gone, listId: list(1).id },
        { kind: "ticket.move", ticketId: one, listId: list(1).id, after: gone },
        { kind: "subtask.move", ticketId: one },
        { kind: "link.create", linkId: "l", linkKind: "blocks", fromTicketId: one, toTicketId: one },
        { kind: "comment.delete", commentId: gone },
        { kind: "reaction.add", activityId: gone, emoji: "x" },
        { kind: "ticket.delete", ticketId: one },
        { kind: "status.delete", statusId: todo.id, moveTo: gone },
      ],
      {},
      before,
    );
    expect(world.rows.finish()).toBe(before);
  });

  it("shows no name or title that the node refuses for showing nothing (F04)", () => {
    const before = smallTables();
    const world = after(
      [
        { kind: "ticket.create", ticketId: id("4", 704), title: "\u200B" },
        { kind: "ticket.update", ticketId: one, patch: { title: "\uFEFF", priority: "day" } },
        { kind: "list.create", listId: id("6", 704), name: "\u202E" },
        { kind: "label.update", labelId: label(1).id, patch: { name: " \u2060" } },
      ],
      {},
      before,
    );
    expect(world.rows.finish()).toBe(before);
    expect(patched({ title: " in\u202Evoice " })?.title).toBe("invoice");
  });

  it.each<[string, Command]>([
    ["a status that is not there", { kind: "ticket.update", ticketId: one, patch: { statusId: id("1", 99), priority: "day" } }],
    ["a due date before the start", { kind: "ticket.update", ticketId: one, patch: { startDate: "2026-02-02", dueDate: "2026-02-01" } }],
    ["several tickets of which one is not there", { kind: "tickets.update", ticketIds: [one, id("4", 99)], patch: { priority: "day" } }],
    ["several tickets that become private", { kind: "tickets.update", ticketIds: [one, two], patch: { private: true } }],
    ["a new ticket with a label that is not there", { kind: "ticket.create", ticketId: id("4", 704), title: "T", labels: [id("3", 99)] }],
    ["a name that another list has, in any case", { kind: "list.update", listId: list(2).id, patch: { name: list(1).name.toUpperCase() } }],
    ["a list whose tickets would move to itself", { kind: "list.delete", listId: list(1).id, moveTo: list(1).id }],
    ["a link that is there already", { kind: "link.create", linkId: "l2", linkKind: "relates", fromTicketId: two, toTicketId: one }],
    ["a patch without a change", { kind: "ticket.update", ticketId: one, patch: { title: "Ticket 1", labels: { add: [], remove: [label(1).id] } } }],
  ])("changes nothing for %s", (_, command) => {
    const createdAt = "2026-01-05T10:00:00Z";
    const link = { id: "l1", kind: "relates" as const, fromTicketId: one, toTicketId: two, createdUserId: ana, createdAt };
    const before = { ...smallTables(), link: { l1: link } };
    expect(after([command], {}, before).rows.finish()).toBe(before);
  });

  it("merges sets instead of replacing them", () => {
    const tables = smallTables();
    const row = { ...ticket(1), labels: [label(1).id], assigneesIds: [ana] };
    const command: Command = {
      kind: "ticket.update",
      ticketId: one,
      patch: { labels: { add: [label(2).id], remove: [] }, assigneesIds: { add: [ben, ben], remove: [ana] } },
    };
    const world = after([command], {}, { ...tables, ticket: { [one]: row } });
    expect(world.ticket(one)).toMatchObject({ labels: [label(1).id, label(2).id], assigneesIds: [ben] });
  });

  it("puts a ticket into a list behind all others, and takes it out", () => {
    const there = patched({ lists: { add: [list(2).id], remove: [list(1).id] } });
    expect(there?.lists).toEqual([{ listId: list(2).id, rank: "V" }]);
  });

  it("ranks a shared ticket among shared ones alone, and a private one among both (C14)", () => {
    const into = list(1).id;
    const make = (ticketId: string, isPrivate: boolean): Command => ({
      kind: "ticket.create",
      ticketId,
      title: "T",
      private: isPrivate,
      listIds: [into],
    });
    const [secret, shared, hidden] = [id("4", 701), id("4", 702), id("4", 703)];
    const rankOf = (world: World, ticketId: string) => world.ticket(ticketId)?.lists[0]?.rank ?? "";
    const without = rankOf(after([make(shared, false)]), shared);
    const world = after([make(secret, true), make(shared, false), make(hidden, true)]);
    expect(rankOf(world, shared)).toBe(without);
    expect(rankOf(world, hidden) > rankOf(world, secret)).toBe(true);
  });

  it("keeps completion and durations true on the way through the statuses", () => {
    const finished = patched({ statusId: done.id, dueDate: "2026-01-03" });
    expect(finished).toMatchObject({
      previousStatusId: todo.id,
      completed: true,
      completedAt: at,
      completedByUserId: ben,
      completedIn: 4 * 86_400 + 3600,
      delayedFor: 86_400 + 10 * 3600,
    });
    const world = after([
      { kind: "ticket.update", ticketId: one, patch: { statusId: doing.id } },
      { kind: "ticket.update", ticketId: one, patch: { statusId: todo.id } },
    ]);
    expect(world.ticket(one)).toMatchObject({ completed: false, inProgressSince: null, inProgressFor: 0 });
  });

  it("keeps both parents' orders when a subtask moves", () => {
    const world = after([
      { kind: "ticket.update", ticketId: two, patch: { parentTicketId: one } },
      { kind: "ticket.update", ticketId: ticket(3).id, patch: { parentTicketId: one } },
      { kind: "subtask.move", ticketId: ticket(3).id },
      { kind: "ticket.update", ticketId: two, patch: { parentTicketId: ticket(4).id } },
    ]);
    expect(world.ticket(one)?.subtasksOrder).toEqual([ticket(3).id]);
    expect(world.ticket(ticket(4).id)?.subtasksOrder).toEqual([two]);
  });

  it("leaves a parent that would be a cycle to the node", () => {
    const world = after([
      { kind: "ticket.update", ticketId: two, patch: { parentTicketId: one } },
      { kind: "ticket.update", ticketId: one, patch: { parentTicketId: two } },
    ]);
    expect(world.ticket(one)?.parentTicketId).toBeNull();
  });

  it("deletes a ticket from the trash with its links, and lets its subtasks go", () => {
    const world = after([
      { kind: "ticket.update", ticketId: two, patch: { parentTicketId: one } },
      { kind: "link.create", linkId: "l", linkKind: "relates", fromTicketId: one, toTicketId: ticket(3).id },
      { kind: "ticket.trash", ticketId: one },
      { kind: "ticket.delete", ticketId: one },
    ]);
    expect(world.ticket(one)).toBeUndefined();
    expect(world.ticket(two)?.parentTicketId).toBeNull();
    expect(world.rows.table("link")).toEqual({});
  });

  it("gives a deleted list's tickets to another list, and a deleted label's none", () => {
    const world = after([
      { kind: "ticket.update", ticketId: one, patch: { labels: { add: [label(1).id], remove: [] } } },
      { kind: "label.delete", labelId: label(1).id },
      { kind: "list.delete", listId: list(1).id, moveTo: list(2).id },
    ]);
    expect(world.ticket(one)?.labels).toEqual([]);
    const places = [1, 2, 3, 4].map((n) => world.ticket(ticket(n).id)?.lists.map(({ listId }) => listId));
    expect(places).toEqual(Array.from({ length: 4 }, () => [list(2).id]));
  });

  it("shows a comment, its edit, its reactions and its end where the ticket is open", () => {
    const details = { [one]: held };
    const comment: Command = { kind: "comment.create", commentId: "c", ticketId: one, message: "hi" };
    const react: Command = { kind: "reaction.add", activityId: "c", emoji: "👍" };
    const shown = after([comment, { kind: "comment.update", commentId: "c", message: "ho" }, react, react], details);
    expect(shown.details[one]?.activities).toMatchObject([{ id: "c", message: "ho", userId: ben, updatedAt: at }]);
    expect(shown.details[one]?.reactions).toMatchObject([{ emoji: "👍", userId: ben }]);
    expect(shown.ticket(one)).toMatchObject({ comments: 1, commentedByUserIds: [ben] });
    const gone = after([comment, react, { kind: "comment.delete", commentId: "c" }], details);
    expect(gone.details[one]).toMatchObject({ activities: [], reactions: [] });
    expect(gone.ticket(one)?.comments).toBe(0);
  });

  it("puts a new description into the open ticket, and nowhere else", () => {
    const command: Command = { kind: "ticket.update", ticketId: one, patch: { description: "new" } };
    expect(after([command], { [one]: held }).details[one]?.description).toBe("new");
    expect(after([command]).ticket(one)).not.toHaveProperty("description");
  });
});
