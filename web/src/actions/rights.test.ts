import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import type { Capabilities, Role } from "@/wire/generated";
import { grantable, isOnlyOwner, may, mayOn, mayRemove } from "./rights";

const roles = ["owner", "admin", "member", "guest"] as const satisfies readonly Role[];

describe("cp1_what a person may do, as the node has said", () => {
  it("what the node has not said, the person may not do", () => {
    expect(may(capabilitiesOf.admin, "invite")).toBe(true);
    expect(may(capabilitiesOf.member, "invite")).toBe(false);
    expect(may(null, "read")).toBe(false);
    expect(grantable(null, "member")).toEqual([]);
    expect(mayRemove(null, "a", { id: "a", role: "member" })).toBe(false);
  });

  it("a role is offered if the node lets the person give it, and if there is another one to choose", () => {
    for (const theirs of roles) expect(grantable(capabilitiesOf.owner, theirs)).toEqual(["owner", "admin", "member", "guest"]);
    expect(roles.map((theirs) => grantable(capabilitiesOf.admin, theirs))).toEqual([[], [], ["member", "guest"], ["member", "guest"]]);
    for (const mine of ["member", "guest"] as const) {
      for (const theirs of roles) expect(grantable(capabilitiesOf[mine], theirs)).toEqual([]);
    }
  });

  it("a person may leave, and may remove the members that the node allows", () => {
    const others = (mine: Role) => roles.map((role) => mayRemove(capabilitiesOf[mine], "a", { id: "b", role }));
    for (const mine of roles) expect(mayRemove(capabilitiesOf[mine], "a", { id: "a", role: mine })).toBe(true);
    expect(others("owner")).toEqual([true, true, true, true]);
    expect(others("admin")).toEqual([false, false, true, true]);
    expect(others("member")).toEqual([false, false, false, false]);
  });

  it("roles that the workspace defines are offered, and their holders changed and removed, as the node says", () => {
    const role = "0190a2b3-0000-7000-8000-000000000001";
    expect(grantable(capabilitiesOf.owner, role)).toEqual([]);
    const capabilities = { may: [], members: [{ role, give: ["member", role], remove: true }] };
    expect(grantable(capabilities, role)).toEqual(["member", role]);
    expect(mayRemove(capabilities, "a", { id: "b", role })).toBe(true);
  });

  it("a capability for own tickets covers those that the person made, and for edits those that the person is assigned to", () => {
    const capabilities: Capabilities = { may: ["read", "editOwnTickets", "deleteOwnTickets"], members: [] };
    const [mine, given, other] = [
      { createdUserId: "a", assigneesIds: [] },
      { createdUserId: "b", assigneesIds: ["a"] },
      { createdUserId: "b", assigneesIds: [] },
    ];
    expect([mine, given, other].map((ticket) => mayOn(capabilities, "editTickets", [ticket], "a"))).toEqual([true, true, false]);
    expect([mine, given, other].map((ticket) => mayOn(capabilities, "deleteTickets", [ticket], "a"))).toEqual([true, false, false]);
    expect(mayOn(capabilities, "editTickets", [mine, other], "a")).toBe(false);
    expect(mayOn(capabilities, "comment", [mine], "a")).toBe(false);
  });

  it("what a node of the version before calls work covers all that members did", () => {
    const capabilities: Capabilities = { may: ["read", "work", "leave"], members: [] };
    expect(may(capabilities, "createTickets") && may(capabilities, "manageLabels") && may(capabilities, "comment")).toBe(true);
    expect(may(capabilities, "manageStatuses") || may(capabilities, "moderateComments")).toBe(false);
  });

  it("an owner is the only one where no other owner is still in the workspace", () => {
    const ada = { id: "a", role: "owner", state: "active" } as const;
    const beside = (role: Role, state: "active" | "left" | "pending") => isOnlyOwner(ada, [ada, { id: "b", role, state }]);
    expect(isOnlyOwner(ada, [ada])).toBe(true);
    expect(beside("admin", "active")).toBe(true);
    expect(beside("owner", "left")).toBe(true);
    expect(beside("owner", "active")).toBe(false);
    expect(isOnlyOwner({ id: "b", role: "member" }, [ada])).toBe(false);
  });
});
