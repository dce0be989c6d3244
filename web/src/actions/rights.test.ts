import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import type { Role } from "@/wire/generated";
import { grantable, isOnlyOwner, may, mayRemove } from "./rights";

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
    for (const theirs of roles) expect(grantable(capabilitiesOf.owner, theirs)).toEqual(["owner", "admin", "member"]);
    expect(roles.map((theirs) => grantable(capabilitiesOf.admin, theirs))).toEqual([[], [], [], ["member"]]);
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

  it("holders of a role that the workspace defines are neither changed nor removed on this page", () => {
    const role = "0190a2b3-0000-7000-8000-000000000001";
    expect(grantable(capabilitiesOf.owner, role)).toEqual([]);
    expect(mayRemove(capabilitiesOf.owner, "a", { id: "b", role })).toBe(false);
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
