import { describe, expect, it } from "vitest";
import { ana, ben, ticket } from "@/sync/testing/rows";
import { matches } from "./match";
import { commandsFor } from "./tickets";

const octocat = "00000000-0000-5000-8000-00000000000c";

describe("a match of an imported person with a member", () => {
  const plain = { ...ticket(1), assigneesIds: [ana], reportBy: ana, createdUserId: ana };

  it("replaces the person as assignee and reporter, and no other person", () => {
    const assigned = { ...plain, id: "assigned", assigneesIds: [ana, octocat] };
    const reported = { ...plain, id: "reported", reportBy: octocat };
    const created = { ...plain, id: "created", reportBy: null, createdUserId: octocat };
    const named = { ...plain, id: "named", reportBy: ana, createdUserId: octocat };
    expect(matches([plain, assigned, reported, created, named], octocat, ben)).toEqual([
      { ticketId: "assigned", patch: { assigneesIds: { add: [ben], remove: [octocat] } } },
      { ticketId: "reported", patch: { reportBy: ben } },
      { ticketId: "created", patch: { reportBy: ben } },
    ]);
  });

  it("comes in commands of at most 700 tickets, and finds nothing when asked again", () => {
    const many = Array.from({ length: 1_500 }, (_, n) => ({ ...plain, id: `t${n}`, assigneesIds: [octocat] }));
    const commands = commandsFor(matches(many, octocat, ben));
    expect(commands.map((it) => (it.kind === "tickets.update" ? it.ticketIds.length : 0))).toEqual([700, 700, 100]);
    const after = many.map((one) => ({ ...one, assigneesIds: [ben] }));
    expect(matches(after, octocat, ben)).toEqual([]);
  });
});
