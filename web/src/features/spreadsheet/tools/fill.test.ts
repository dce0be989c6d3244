import { describe, expect, it } from "vitest";
import { assignees } from "@/fields/assignees";
import { attributeFields } from "@/fields/attributes";
import { dueDate, startDate } from "@/fields/dates";
import { labels } from "@/fields/labels";
import { lists } from "@/fields/lists";
import { priority } from "@/fields/priority";
import { status } from "@/fields/status";
import { title } from "@/fields/title";
import { viewOf } from "@/sync/tables/tables";
import { ana, attribute, done, list, ticket, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import type { SyncState } from "@/sync/types";
import type { Ticket } from "@/wire/generated";
import { fill } from "./fill";

const [size, weight] = [attribute(1, "number"), attribute(2, "number")];
const view = { ...viewOf({ ...smallTables(), attribute: { [size.id]: size, [weight.id]: weight } }, workspaceId), me: ana };
const state = view as unknown as SyncState;
const [sizes, weights] = attributeFields(view);
const to = (target: Ticket, columns: Parameters<typeof fill>[2], from: Partial<Ticket>) => fill(state, [{ from: ticket(1, from), to: target }], columns);

describe("cells that are filled", () => {
  it("take the values of another row, as one patch for each row", () => {
    const filled = to(ticket(2), [status, priority, dueDate], { statusId: done.id, priority: "day", dueDate: "2026-05-01" });
    expect(filled).toEqual({ changes: [{ ticketId: ticket(2).id, patch: { statusId: done.id, priority: "day", dueDate: "2026-05-01" } }], cells: 3, left: 0 });
  });

  it("become empty if the other cell is empty, unless the field needs a value", () => {
    expect(to(ticket(2, { priority: "day" }), [priority], {}).changes[0]?.patch).toEqual({ priority: null });
    expect(to(ticket(2, { lists: [{ listId: list(1).id, rank: "V" }] }), [lists], {})).toEqual({ changes: [], cells: 0, left: 1 });
  });

  it("change sets by what is added and removed, so that edits of other people stay", () => {
    expect(to(ticket(2, { labels: ["b", "c"] }), [labels], { labels: ["a", "b"] }).changes[0]?.patch).toEqual({ labels: { add: ["a"], remove: ["c"] } });
  });

  it("stay as they are if they have the value", () => {
    expect(to(ticket(2, { labels: ["a"] }), [labels, priority], { labels: ["a"] })).toEqual({ changes: [], cells: 0, left: 0 });
  });

  it("keep the values of several attributes", () => {
    const fields = { [size.id]: 2, [weight.id]: 3 };
    expect(to(ticket(2), [sizes!, weights!], { fields }).changes[0]?.patch).toEqual({ fields });
  });

  it("are left out if they cannot take the value: titles, days before the start, people who do not see the task", () => {
    expect(to(ticket(2), [title], { title: "Other" })).toMatchObject({ cells: 0, left: 1 });
    expect(to(ticket(2, { startDate: "2026-05-02" }), [dueDate], { dueDate: "2026-05-01" })).toMatchObject({ cells: 0, left: 1 });
    expect(to(ticket(2, { private: true }), [assignees], { assigneesIds: ["stranger"] })).toMatchObject({ cells: 0, left: 1 });
  });

  it("take a start and a due date together, also where each alone would not fit", () => {
    const filled = to(ticket(2, { startDate: "2026-05-01", dueDate: "2026-05-02" }), [startDate, dueDate], { startDate: "2026-06-01", dueDate: "2026-06-02" });
    expect(filled).toMatchObject({ changes: [{ patch: { startDate: "2026-06-01", dueDate: "2026-06-02" } }], cells: 2, left: 0 });
  });
});
