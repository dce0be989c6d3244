import { describe, expect, it } from "vitest";
import type { Role } from "@/wire/generated";
import { grantable, isOnlyOwner, mayRemove } from "./rights";

const roles = ["owner", "admin", "member", "guest"] as const satisfies readonly Role[];

describe("who may do what about a member, as the node decides it", () => {
  it("an owner gives any role to anybody, themself among them", () => {
    for (const theirs of roles) expect(grantable("owner", theirs)).toEqual(["owner", "admin", "member"]);
  });

  it("an admin gives only what is below their own, and only to who stands below", () => {
    expect(roles.map((theirs) => grantable("admin", theirs))).toEqual([[], [], [], ["member"]]);
  });

  it("members and guests give nothing", () => {
    for (const mine of ["member", "guest", undefined] as const) {
      for (const theirs of roles) expect(grantable(mine, theirs)).toEqual([]);
    }
  });

  it("everybody may leave; owners remove all, admins who stands below, others nobody", () => {
    const may = (mine: Role, theirs: Role, same = false) => mayRemove({ id: "a", role: mine }, { id: same ? "a" : "b", role: theirs });
    for (const mine of roles) expect(may(mine, mine, true)).toBe(true);
    expect(roles.map((theirs) => may("owner", theirs))).toEqual([true, true, true, true]);
    expect(roles.map((theirs) => may("admin", theirs))).toEqual([false, false, true, true]);
    expect(roles.map((theirs) => may("member", theirs))).toEqual([false, false, false, false]);
    expect(mayRemove(undefined, { id: "b", role: "guest" })).toBe(false);
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
