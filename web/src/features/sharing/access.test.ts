import { describe, expect, it } from "vitest";
import { member } from "@/sync/testing/rows";
import type { Member, RoleRecord, Share } from "@/wire/generated";
import { accessTo, audienceChange, withoutAccess } from "./access";

const person = (id: string, over: Partial<Member> = {}): Member => ({ ...member(id), firstname: id, lastname: "", ...over });
const byId = <T extends { id: string }>(rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const share = (userId: string, level: string, listId = "l"): Share => ({ id: `${listId} ${userId}`, listId, userId, level, createdAt: "2026-01-01T09:00:00Z" });
const role = (system: string, capabilities: string[]): RoleRecord => ({ id: system, name: system, description: "", capabilities, system, createdAt: "2026-01-01T09:00:00Z" });

const members = byId([person("ada"), person("ben"), person("gus", { role: "guest" }), person("old", { state: "left", deactivatedAt: "2026-01-01T09:00:00Z" }), person("new", { state: "pending" })]);
const roles = byId([role("member", ["read", "restrictLists"]), role("guest", ["comment"])]);
const view = (...shares: Share[]) => ({ members, roles, shares: byId(shares), me: "ada" });

describe("the people with access to a restricted list", () => {
  it("stand by level and by name; an unknown level reads as the lowest", () => {
    const people = accessTo(view(share("gus", "paint"), share("ben", "edit"), share("ada", "manage"), share("ben", "manage", "other")), "l");
    expect(people.map(({ member: { id }, level }) => [id, level])).toEqual([["ada", "manage"], ["ben", "edit"], ["gus", "view"]]);
    expect(people.map(({ mayManage }) => mayManage)).toEqual([true, true, false]);
  });

  it("ls3: the last active manager stays, whoever else was deactivated", () => {
    const last = (...shares: Share[]) => accessTo(view(...shares), "l").flatMap(({ member: { id }, isLastManager }) => (isLastManager ? [id] : []));
    expect(last(share("ada", "manage"), share("ben", "edit"))).toEqual(["ada"]);
    expect(last(share("ada", "manage"), share("ben", "manage"))).toEqual([]);
    expect(last(share("ada", "manage"), share("old", "manage"))).toEqual(["ada"]);
  });

  it("ls2: others can be added if they are active, guests among them", () => {
    expect(withoutAccess(view(share("ada", "manage"), share("gus", "view", "other")), "l").map(({ id }) => id)).toEqual(["ben", "gus"]);
  });
});

describe("a list that is restricted or opened", () => {
  it("is lost by all other people, and gained by those who read the open lists", () => {
    const ids = ({ gain, lose }: ReturnType<typeof audienceChange>) => ({ gain: gain.map(({ id }) => id), lose: lose.map(({ id }) => id) });
    expect(ids(audienceChange(view(), "l", "restricted"))).toEqual({ gain: [], lose: ["ben"] });
    expect(ids(audienceChange(view(share("ada", "manage"), share("gus", "view")), "l", "open"))).toEqual({ gain: ["ben"], lose: ["gus"] });
  });
});
