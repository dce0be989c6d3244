import { describe, expect, it } from "vitest";
import { ticket } from "@/sync/testing/rows";
import type { Ticket } from "@/wire/generated";
import { bracketsOf, parentSpans, spanOf } from "./span";

const table = (...rows: Ticket[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const on = (startDate: string | null, dueDate: string | null) => ({ startDate, dueDate });

describe("the span of a task", () => {
  it("is a bar from its start to its due date", () => {
    expect(spanOf(on("2030-03-04", "2030-03-08"))).toEqual({ start: "2030-03-04", end: "2030-03-08", kind: "bar" });
  });

  it("is a milestone if it has only a due date, or starts on it", () => {
    const milestone = { start: "2030-03-08", end: "2030-03-08", kind: "milestone" };
    expect(spanOf(on(null, "2030-03-08"))).toEqual(milestone);
    expect(spanOf(on("2030-03-08", "2030-03-08"))).toEqual(milestone);
  });

  it("has an open end if it has only a start, and is missing without dates", () => {
    expect(spanOf(on("2030-03-04", null))).toEqual({ start: "2030-03-04", end: "2030-03-04", kind: "startOnly" });
    expect(spanOf(on(null, null))).toBeNull();
  });
});

describe("the span of a parent", () => {
  const below = (n: number, parent: number, startDate: string | null, dueDate: string | null, over: Partial<Ticket> = {}) =>
    ticket(n, { parentTicketId: ticket(parent).id, startDate, dueDate, ...over });

  it("goes from the first to the last day of all tasks below it, and ignores its own dates", () => {
    const top = ticket(1, { startDate: "2029-01-01", dueDate: "2031-01-01" });
    const spans = parentSpans(table(below(3, 2, null, "2030-03-20"), top, below(2, 1, "2030-03-04", "2030-03-08"), below(4, 2, "2030-03-01", null)));
    expect(spans.get(top.id)).toEqual({ start: "2030-03-01", end: "2030-03-20" });
    expect(spans.get(ticket(2).id)).toEqual({ start: "2030-03-01", end: "2030-03-20" });
    expect(spans.has(ticket(3).id)).toBe(false);
  });

  it("is missing if no task below it has dates or all are in the trash", () => {
    const trashed = below(3, 1, "2030-03-01", null, { trashedAt: "2030-01-01T00:00:00Z" });
    expect(parentSpans(table(ticket(1), below(2, 1, null, null), trashed)).size).toBe(0);
  });

  it("follows the tasks below it that are being moved, and no other parent does", () => {
    const tickets = table(ticket(1), below(2, 1, null, null), below(3, 2, "2030-03-01", "2030-03-04"), below(4, 1, "2030-03-02", "2030-03-10"), ticket(5), below(6, 5, "2030-03-01", null));
    const moved = new Map([[ticket(3).id, on("2030-03-08", "2030-03-12")]]);
    expect([...bracketsOf(tickets, moved)].toSorted()).toEqual([
      [ticket(1).id, { start: "2030-03-02", end: "2030-03-12" }],
      [ticket(2).id, { start: "2030-03-08", end: "2030-03-12" }],
    ]);
    expect(bracketsOf(tickets, new Map([[ticket(5).id, on("2030-03-08", null)]])).size).toBe(0);
  });

  it("stops at tasks that are below themselves", () => {
    const spans = parentSpans(table(below(1, 2, "2030-03-01", null), below(2, 1, null, "2030-03-05")));
    expect(spans.get(ticket(1).id)).toEqual({ start: "2030-03-05", end: "2030-03-05" });
  });
});
