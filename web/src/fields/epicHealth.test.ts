import { describe, expect, it } from "vitest";
import { done, taskType, ticket, todo } from "@/sync/testing/rows";
import type { Status, Ticket } from "@/wire/generated";
import { healthOf } from "./epicHealth";
import { epicsOf } from "./epics";

const canceled: Status = { ...todo, id: "canceled", category: "canceled" };
const type = { ...taskType(1), container: true };
const statuses = Object.fromEntries([todo, done, canceled].map((status) => [status.id, status]));
const day = "2026-03-11";

/** The health of an epic with these values and these tasks. */
function health(own: Partial<Ticket>, tasks: Partial<Ticket>[] = []) {
  const below = tasks.map((values, index) => ticket(index + 2, values));
  const rows = [ticket(1, { taskTypeId: type.id, subtasksOrder: below.map(({ id }) => id), ...own }), ...below];
  const [epic] = epicsOf({ tickets: Object.fromEntries(rows.map((row) => [row.id, row])), taskTypes: { [type.id]: type }, statuses });
  return epic && healthOf(epic, day);
}

describe("ep5: the health of an epic", () => {
  it("is completed with its own status, and absent if it is canceled", () => {
    expect(health({ statusId: done.id, dueDate: "2026-03-01" })).toEqual({ health: "completed", reason: null });
    expect(health({ statusId: canceled.id, dueDate: "2026-03-01" })).toBeNull();
  });

  it("is overdue if its due date has passed, or without one the last day of its tasks", () => {
    expect(health({ dueDate: "2026-03-10" })).toEqual({ health: "overdue", reason: { is: "due", day: "2026-03-10" } });
    expect(health({ dueDate: day })?.health).toBe("onTrack");
    expect(health({}, [{ dueDate: "2026-03-09", statusId: done.id }])).toEqual({ health: "overdue", reason: { is: "ended", day: "2026-03-09" } });
    expect(health({ dueDate: "2026-03-20" }, [{ dueDate: "2026-03-09", statusId: done.id }])?.health).toBe("onTrack");
  });

  it("is at risk if open tasks below it are overdue; finished and canceled ones do not count", () => {
    const late = { dueDate: "2026-03-10" };
    expect(health({ dueDate: "2026-03-20" }, [late, late, { ...late, statusId: done.id }, { ...late, statusId: canceled.id }])).toEqual({ health: "atRisk", reason: { is: "lateTasks", count: 2 } });
  });

  it("is at risk if its tasks end after its due date", () => {
    expect(health({ dueDate: "2026-03-20" }, [{ dueDate: "2026-03-23" }])).toEqual({ health: "atRisk", reason: { is: "tasksAfterDue", days: 3 } });
  });

  it("is at risk if much more of its time has passed than of its tasks is done", () => {
    const planned = { startDate: "2026-03-01", dueDate: "2026-03-21" };
    expect(health(planned, [planned, planned])).toEqual({ health: "atRisk", reason: { is: "behind", percent: 0, elapsed: 50 } });
    expect(health(planned, [planned, { ...planned, statusId: done.id }])?.health).toBe("onTrack");
    // It has not begun.
    expect(health({ dueDate: "2026-05-01" }, [{ startDate: "2026-04-01", dueDate: "2026-05-01" }])?.health).toBe("onTrack");
    // There is nothing to count.
    expect(health(planned)?.health).toBe("onTrack");
  });

  it("is unknown without any date", () => {
    expect(health({}, [{}])).toEqual({ health: "noDates", reason: null });
  });
});
