import { describe, expect, it } from "vitest";
import { mayChangeRole, mayGive } from "@/actions/memberRights";
import { capabilities as known } from "@/sync/capabilityWords";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { member } from "@/sync/testing/rows";
import { capabilitiesIn, heldAs, rolesInOrder } from "@/sync/roles";
import type { Capabilities, Capability, RoleRecord } from "@/wire/generated";
import { capabilityGroups } from "./capabilityNames";
import { changedIn, drafted, holderCounts, includedBy } from "./roles";

const role = (id: string, over: Partial<RoleRecord> = {}): RoleRecord => ({
  id,
  name: id,
  description: "",
  capabilities: ["read"],
  system: null,
  createdAt: "2026-01-05T10:00:00Z",
  ...over,
});
const byId = <T extends { id: string }>(rows: T[]) => Object.fromEntries(rows.map((row) => [row.id, row]));
const builtIn = ["owner", "admin", "member", "commenter", "viewer", "guest"].map((system) => role(`the ${system}`, { system }));

describe("the roles of a workspace", () => {
  it("stand as Owner, Admin, Member, then the roles that people made, the oldest first, then Commenter, Viewer, Guest", () => {
    const made = [role("b", { createdAt: "2026-01-07T10:00:00Z" }), role("a", { createdAt: "2026-01-06T10:00:00Z" })];
    expect(rolesInOrder(byId([...made, ...builtIn])).map(({ id }) => id)).toEqual([
      "the owner",
      "the admin",
      "the member",
      "a",
      "b",
      "the commenter",
      "the viewer",
      "the guest",
    ]);
  });

  it("count their active holders: four by word, the others by id", () => {
    expect(builtIn.map(heldAs)).toEqual(["owner", "admin", "member", "the commenter", "the viewer", "guest"]);
    const left = { ...member("c", "a"), state: "left" as const };
    const counts = holderCounts(byId([member("x", "owner"), member("y", "a"), member("z", "a"), left]));
    expect([counts.get("owner"), counts.get("a"), counts.get("guest")]).toEqual([1, 2, undefined]);
  });

  it("name every capability once in the matrix", () => {
    const rows = capabilityGroups.flatMap(({ capabilities }) => capabilities);
    expect(rows.toSorted()).toEqual(known.toSorted());
  });
});

describe("unsaved changes of a role", () => {
  const triage = role("triage", { capabilities: ["read", "editTickets", "work", "unknown"] });

  it("are those that differ from what the role allows now, whatever was ticked in between", () => {
    expect(changedIn(triage, undefined)).toEqual([]);
    expect(changedIn(triage, { read: true, comment: false })).toEqual([]);
    expect(changedIn(triage, { read: false, comment: true })).toEqual(["read", "comment"]);
  });

  it("keep the capability for own tasks with the one for all tasks", () => {
    expect([...capabilitiesIn(triage)].toSorted()).toEqual(["editOwnTickets", "editTickets", "read"]);
    expect(drafted(triage, { editOwnTickets: false }).has("editOwnTickets")).toBe(true);
    expect(drafted(triage, { editTickets: false }).has("editOwnTickets")).toBe(true);
    expect([...drafted(triage, { editTickets: false, editOwnTickets: false })]).toEqual(["read"]);
    expect(includedBy("editOwnTickets", capabilitiesIn(triage))).toBe("editTickets");
    expect(includedBy("deleteOwnTickets", capabilitiesIn(triage))).toBeUndefined();
  });
});

describe("c12_a person changes only roles that allow no more than they may do themselves", () => {
  const manager: Capabilities = { may: ["read", "comment", "manageRoles", "leave"], members: [] };
  const [me, owner] = [member("me", "lead"), member("o", "owner")];
  const set = (...capabilities: Capability[]) => new Set(capabilities);

  it("and of roles that members hold, only those that allow less", () => {
    expect(mayGive(manager, me, set("read"), true)).toBe(true);
    expect(mayGive(manager, me, set("read", "comment", "manageRoles"), true)).toBe(false);
    expect(mayGive(manager, me, set("read", "comment", "manageRoles"), false)).toBe(true);
    expect(mayGive(manager, me, set("read", "import"), false)).toBe(false);
    expect(mayGive(capabilitiesOf.owner, owner, set(...known), true)).toBe(true);
  });

  it("and none without the capability, and no built-in role", () => {
    expect(mayGive({ may: ["read", "comment"], members: [] }, me, set("read"), false)).toBe(false);
    expect(mayChangeRole(capabilitiesOf.owner, owner, role("the viewer", { system: "viewer" }), set("read"), false)).toBe(false);
    expect(mayChangeRole(capabilitiesOf.owner, owner, role("a"), set("read"), true)).toBe(true);
  });
});
