import { describe, expect, it } from "vitest";
import { capabilitiesOf } from "@/sync/testing/capabilities";
import { list, ticket } from "@/sync/testing/rows";
import type { Capabilities, Capability, Level, Role, Share } from "@/wire/generated";
import { grantable, isOnlyOwner, mayRemove } from "./memberRights";
import { may, mayIn, mayOn, type Rights } from "./rights";

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
    const [mine, given, other] = [ticket(1, { createdUserId: "a" }), ticket(2, { createdUserId: "b", assigneesIds: ["a"] }), ticket(3, { createdUserId: "b" })];
    const view = { capabilities, me: "a", shares: {}, tickets: {}, lists: {} };
    expect([mine, given, other].map((ticket) => mayOn(view, "editTickets", [ticket]))).toEqual([true, true, false]);
    expect([mine, given, other].map((ticket) => mayOn(view, "deleteTickets", [ticket]))).toEqual([true, false, false]);
    expect(mayOn(view, "editTickets", [mine, other])).toBe(false);
    expect(mayOn(view, "comment", [mine])).toBe(false);
  });

  it("ar3: a ticket rests if all its lists are archived: it can be commented on, and nothing else", () => {
    const archived = { ...list(1), archivedAt: "2026-01-01T09:00:00Z" };
    const view: Rights = { capabilities: capabilitiesOf.owner, me: "a", shares: {}, tickets: {}, lists: { [archived.id]: archived, [list(2).id]: list(2) } };
    const inLists = (...ids: string[]) => ticket(1, { lists: ids.map((listId) => ({ listId, rank: "V" })) });
    expect([inLists(archived.id), inLists(archived.id, list(2).id), inLists()].map((one) => mayOn(view, "editTickets", [one]))).toEqual([false, true, true]);
    expect(mayOn(view, "deleteTickets", [inLists(archived.id)])).toBe(false);
    expect(mayOn(view, "comment", [inLists(archived.id)])).toBe(true);
  });

  describe("in a restricted list, the level of the share counts", () => {
    const [secret, open] = [list(1).id, list(2).id];
    const share: Share = { id: "s", listId: secret, userId: "a", level: "comment", createdAt: "2026-01-01T09:00:00Z" };
    const at = (level: Level, words: Capability[], may_: Capabilities["may"] = capabilitiesOf.member.may): Rights => {
      const capabilities: Capabilities = { may: may_, members: [], lists: { [secret]: level }, levels: { [level]: words } };
      return { capabilities, me: "a", shares: { s: { ...share, level } }, lists: {}, tickets: { [top.id]: top, [below.id]: below, [shown.id]: shown } };
    };
    const top = ticket(1, { createdUserId: "a", lists: [{ listId: secret, rank: "V" }] });
    const below = ticket(2, { createdUserId: "b", parentTicketId: top.id });
    const shown = ticket(3, { createdUserId: "b", lists: [{ listId: open, rank: "V" }] });

    it("on the list and its tickets, and on subtasks that are in no list", () => {
      const view = at("comment", ["read", "comment"]);
      for (const one of [top, below]) {
        expect(mayOn(view, "comment", [one])).toBe(true);
        expect(mayOn(view, "editTickets", [one])).toBe(false);
      }
      expect(mayIn(view.capabilities, "createTickets", secret)).toBe(false);
    });

    it("elsewhere the role does, and a mixed selection needs both", () => {
      const view = at("comment", ["read", "comment"]);
      expect(mayOn(view, "editTickets", [shown])).toBe(true);
      expect(mayOn(view, "editTickets", [shown, below])).toBe(false);
      expect(mayIn(view.capabilities, "createTickets", open) && mayIn(view.capabilities, "createTickets", null)).toBe(true);
    });

    it("own tickets follow the words of the level too", () => {
      const own: Capability[] = ["read", "editOwnTickets"];
      expect([top, below].map((one) => mayOn(at("edit", own, own), "editTickets", [one]))).toEqual([true, false]);
      expect(mayOn(at("view", ["read"], own), "editTickets", [top])).toBe(false);
    });

    it("a node of the previous version does not say it, and a list that it does not name is as open as the workspace", () => {
      const view = at("comment", ["read", "comment"]);
      const old = { ...view, capabilities: { may: capabilitiesOf.member.may, members: [] } };
      expect(mayOn(old, "editTickets", [top])).toBe(true);
      expect(mayIn({ ...capabilitiesOf.member, lists: {}, levels: {} }, "createTickets", secret)).toBe(true);
      expect(mayIn({ ...capabilitiesOf.member, lists: { [secret]: "view" }, levels: {} }, "createTickets", secret)).toBe(false);
    });
  });

  it("what a node of the previous version calls work covers all that members did", () => {
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
