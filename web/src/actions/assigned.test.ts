import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { ana, ben, ticket } from "@/sync/testing/rows";
import type { Capabilities } from "@/wire/generated";
import { openTasksOf } from "./assigned";

describe("the open tasks of a member", () => {
  const mine = { ...ticket(1), assigneesIds: [ana], createdUserId: ana };
  const tasks = [
    { ...mine, id: "open" },
    { ...mine, id: "done", completed: true },
    { ...mine, id: "trashed", trashedAt: "2026-01-01T00:00:00Z" },
    { ...mine, id: "shared", assigneesIds: [ben, ana] },
    { ...mine, id: "other", assigneesIds: [ben] },
  ];

  const view = (capabilities: Capabilities) => ({ tickets: Object.fromEntries(tasks.map((task) => [task.id, task])), capabilities, me: ben, shares: {}, lists: {} });

  it("are neither completed nor in the trash", () => {
    expect(openTasksOf(view(capabilitiesOf.admin), ana)).toEqual(["open", "shared"]);
  });

  it("leave out those that the person may not change", () => {
    expect(openTasksOf(view({ may: ["read", "editOwnTickets"], members: [] }), ana)).toEqual(["shared"]);
    expect(openTasksOf(view({ may: ["read"], members: [] }), ana)).toEqual([]);
  });
});
