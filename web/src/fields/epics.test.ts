import { describe, expect, it } from "vitest";
import { doing, done, taskType, ticket, todo } from "@/sync/testing/rows";
import type { Status, Ticket } from "@/wire/generated";
import { epicsOf } from "./epics";

const canceled: Status = { ...todo, id: "canceled", category: "canceled" };
const epic = { ...taskType(1), container: true };
const statuses = Object.fromEntries([todo, doing, done, canceled].map((status) => [status.id, status]));

function view(tickets: Ticket[]) {
  return { tickets: Object.fromEntries(tickets.map((each) => [each.id, each])), taskTypes: { [epic.id]: epic, [taskType(2).id]: taskType(2) }, statuses };
}

const over = (n: number, more: Partial<Ticket> = {}) => ticket(n, { taskTypeId: epic.id, ...more });

describe("the epics of a workspace", () => {
  it("ep1: are the tasks with a type that is a container, without trashed ones", () => {
    const all = view([over(1), ticket(2, { taskTypeId: taskType(2).id }), ticket(3), over(4, { trashedAt: "2026-01-02T09:00:00Z" })]);
    expect(epicsOf(all).map((one) => one.ticket.id)).toEqual([ticket(1).id]);
  });

  it("ep2: count everything below them by category, and leave what was canceled out of the percentage", () => {
    const [one] = epicsOf(
      view([
        over(1, { subtasksOrder: [2, 3, 4, 5].map((n) => ticket(n).id) }),
        ticket(2, { statusId: done.id, subtasksOrder: [ticket(6).id] }),
        ticket(3, { statusId: doing.id }),
        ticket(4, { statusId: canceled.id }),
        ticket(5, { statusId: done.id, trashedAt: "2026-01-02T09:00:00Z" }),
        ticket(6),
      ]),
    );
    expect(one?.statistics).toEqual({ default: 1, started: 1, blocked: 0, canceled: 1, completed: 1, all: 4 });
    expect([one?.percent, one?.children.length]).toEqual([33, 3]);
    expect(epicsOf(view([over(1)]))[0]?.percent).toBeNull();
  });

  it("ep3: last from the first to the last day of what is below them, or else have their own days", () => {
    const [rolled] = epicsOf(
      view([
        over(1, { startDate: "2026-01-01", dueDate: "2026-01-31", subtasksOrder: [ticket(2).id, ticket(3).id] }),
        ticket(2, { dueDate: "2026-02-03" }),
        ticket(3, { startDate: "2026-01-10" }),
      ]),
    );
    expect([rolled?.startDate, rolled?.endDate]).toEqual(["2026-01-10", "2026-02-03"]);
    const [own] = epicsOf(view([over(1, { startDate: "2026-01-01", dueDate: "2026-01-31", subtasksOrder: [ticket(2).id] }), ticket(2)]));
    expect([own?.startDate, own?.endDate]).toEqual(["2026-01-01", "2026-01-31"]);
  });

  it("ep4: are over when completed or canceled, and stand in the order of their last days", () => {
    const all = epicsOf(view([over(1), over(2, { dueDate: "2026-03-01", statusId: done.id }), over(3, { dueDate: "2026-02-01", statusId: canceled.id }), over(4)]));
    expect(all.map((one) => [one.ticket.number, one.isOver])).toEqual([[3, true], [2, true], [1, false], [4, false]]);
  });
});
