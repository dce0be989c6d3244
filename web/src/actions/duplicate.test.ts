import { describe, expect, it } from "vitest";
import { ana, attribute, ben, done, id, label, list, member, ticket, todo } from "@/sync/testing/rows";
import type { Command, Ticket } from "@/wire/generated";
import { copyCommands, dated, livingTree, rootsOf, type Known } from "./duplicate";

const gone = "0190a000-0000-7000-8000-00000000000c";

function view(tickets: Ticket[]): Known {
  return {
    tickets: Object.fromEntries(tickets.map((each) => [each.id, each])),
    members: { [ana]: member(ana), [ben]: member(ben), [gone]: { ...member(gone), state: "left" } },
    roles: {},
    shares: {},
    me: ana,
    statuses: { [todo.id]: todo, [done.id]: done },
    attributes: { [attribute(1).id]: attribute(1), [attribute(2).id]: attribute(2, "users") },
  };
}

const idsInOrder = () => {
  let n = 0;
  return () => id("7", (n += 1));
};

const creates = (commands: Command[]) => commands.flatMap((command) => (command.kind === "ticket.create" ? [command] : []));

describe("a copy of a task", () => {
  const [top, below, under] = [1, 2, 3].map((n) => ticket(n).id);
  const tree = [
    ticket(1, { subtasksOrder: [ticket(2).id, ticket(4).id] }),
    ticket(2, { parentTicketId: top ?? null, subtasksOrder: [ticket(3).id] }),
    ticket(3, { parentTicketId: below ?? null }),
    ticket(4, { parentTicketId: top ?? null, trashedAt: "2026-01-02T09:00:00Z" }),
  ];

  it("du1 has all subtasks below it in their order, each behind its parent, but for those in the trash", () => {
    const [root] = tree;
    if (!root) throw new Error("a root");
    expect(livingTree(view(tree), root).map((each) => each.id)).toEqual([top, below, under]);
    const made = creates(copyCommands(view(tree), root, {}, idsInOrder()));
    expect(made.map(({ ticketId, parentTicketId }) => [ticketId, parentTicketId])).toEqual([
      [id("7", 1), undefined],
      [id("7", 2), id("7", 1)],
      [id("7", 3), id("7", 2)],
    ]);
  });

  it("du2 has the fields of the task, without people who have left and values of deleted attributes, and is open again", () => {
    const source = ticket(1, {
      title: "Mend the nets",
      statusId: done.id,
      completed: true,
      labels: [label(1).id],
      lists: [{ listId: list(1).id, rank: "V" }],
      assigneesIds: [ben, gone],
      reportBy: gone,
      priority: "week",
      startDate: "2026-01-02",
      dueDate: "2026-01-03",
      parentTicketId: id("4", 9),
      comments: 3,
      fields: { [attribute(1).id]: "rope", [attribute(2).id]: [gone], [attribute(3).id]: "of a deleted attribute" },
      taskTypeId: id("10", 1),
      componentsIds: [id("11", 1)],
      fixVersionsIds: [id("12", 1)],
    });
    expect(copyCommands(view([source]), source, { [source.id]: "With **tar**." }, idsInOrder())).toEqual([
      {
        kind: "ticket.create",
        ticketId: id("7", 1),
        title: "Mend the nets",
        description: "With **tar**.",
        private: false,
        statusId: todo.id,
        listIds: [list(1).id],
        assigneesIds: [ben],
        reportBy: ana,
        labels: [label(1).id],
        priority: "week",
        startDate: "2026-01-02",
        dueDate: "2026-01-03",
        parentTicketId: id("4", 9),
        fields: { [attribute(1).id]: "rope" },
        taskTypeId: id("10", 1),
        componentsIds: [id("11", 1)],
        fixVersionsIds: [id("12", 1)],
      },
    ]);
  });

  it("du1 can have other dates than its original, or none", () => {
    const command: Command = { kind: "ticket.create", ticketId: id("7", 1), title: "Mend", startDate: "2026-01-02", dueDate: "2026-01-03" };
    expect(dated(command, {})).toEqual(command);
    expect(dated(command, { startDate: "2026-02-02", dueDate: "2026-02-03" })).toMatchObject({ startDate: "2026-02-02", dueDate: "2026-02-03" });
    expect(dated(command, { startDate: null })).toEqual({ kind: "ticket.create", ticketId: id("7", 1), title: "Mend", dueDate: "2026-01-03" });
  });

  it("du3 is made once of a task that is picked together with a task above it", () => {
    expect(rootsOf(view(tree), [under, top, below].map(String)).map((each) => each.id)).toEqual([top]);
    expect(rootsOf(view(tree), [under, "unknown"].map(String)).map((each) => each.id)).toEqual([under]);
  });
});
