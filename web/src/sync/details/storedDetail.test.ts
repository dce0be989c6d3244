import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Activity, Reaction, Ticket } from "@/wire/generated";
import { databaseName, databasesOf, forgetStorage } from "../storage/databases";
import { DetailStorage } from "../storage/detailStorage";
import { ana, ben, ticket, workspaceId } from "../testing/rows";
import type { TicketDetail } from "../types";
import { failDetail, receiveDetail, requestDetail } from "./details";
import { detailsToDrop, detailsToShow, detailsToStore, isCurrent, most, showStored, type StoredDetail } from "./storedDetail";

const one = ticket(1);
const lastActivity = { id: "a9", kind: "comment", userId: ana, at: "2026-01-05T00:00:00Z", number: 9 };
const withLast = (last: string): Ticket => ({ ...one, lastActivity: { ...lastActivity, id: last } });
const comment = (n: number): Activity => ({ id: `a${n}`, ticketId: one.id, kind: "comment", userId: ana, message: `c${n}`, data: null, createdAt: "2026-01-05T00:00:00Z", updatedAt: null });
const reaction = (activityId: string): Reaction => ({ id: `r-${activityId}`, activityId, ticketId: one.id, userId: ana, emoji: "👍", createdAt: "2026-01-05T00:00:00Z" });
const detail = (over: Partial<TicketDetail> = {}): TicketDetail => ({ state: "ready", description: "text", activities: [comment(9)], reactions: [], next: null, loadingOlder: false, ...over });
const kept = (ticketId = one.id, at = 1): StoredDetail => ({ ticketId, description: "kept", activities: [comment(9)], reactions: [], last: "a9", at });
const seen = (over: Partial<TicketDetail> = {}, waiting = 0) => ({ tickets: { [one.id]: withLast("a9") }, details: { [one.id]: detail(over) }, waiting });

describe("of_4 the details that a machine stores", () => {
  it("are those that the node has answered, as far as they have changed", () => {
    const now = seen();
    expect(detailsToStore(now, {}, 7)).toEqual([{ ...kept(), description: "text", at: 7 }]);
    expect(detailsToStore(now, now.details, 7)).toEqual([]);
    expect(detailsToStore(seen({ state: "failed" }), {}, 7)).toEqual([]);
    expect(detailsToStore({ ...seen(), tickets: {} }, {}, 7)).toEqual([]);
  });

  it("are not those with own edits that the node may refuse", () => {
    expect(detailsToStore(seen({}, 1), {}, 7)).toEqual([]);
  });

  it("are bounded", () => {
    const activities = Array.from({ length: most.activities + 5 }, (_, at) => comment(1_000 - at));
    const reactions = [reaction("a1000"), reaction(activities.at(-1)?.id ?? "")];
    const [stored] = detailsToStore(seen({ activities, reactions }), {}, 7);
    expect([stored?.activities.length, stored?.reactions]).toEqual([most.activities, [reactions[0]]]);
    const many = new Map(Array.from({ length: most.tickets + 2 }, (_, at) => [`t${at}`, at]));
    expect(detailsToDrop(many, Object.fromEntries([...many.keys()].map((key) => [key, {}])))).toEqual(["t1", "t0"]);
  });

  it("of_6 go with the tickets that the person loses", () => {
    expect(detailsToDrop(new Map([[one.id, 1], ["lost", 2]]), { [one.id]: one })).toEqual(["lost"]);
  });
});

describe("of_4 a ticket whose details do not load", () => {
  const asked = requestDetail({}, one.id);

  it("shows the stored ones, once, unless the node is about to answer", () => {
    expect(detailsToShow({ details: asked, connection: "offline" })).toEqual([one.id]);
    for (const connection of ["connecting", "live"] as const) expect(detailsToShow({ details: asked, connection })).toEqual([]);
    expect(detailsToShow({ details: failDetail(asked, one.id), connection: "live" })).toEqual([one.id]);
    const shown = showStored(asked, one.id, kept(), true);
    expect(shown[one.id]).toMatchObject({ description: "kept", stored: "current" });
    expect(detailsToShow({ details: shown, connection: "offline" })).toEqual([]);
  });

  it("says whether anything has happened to the ticket since", () => {
    expect([isCurrent(kept(), withLast("a9")), isCurrent(kept(), withLast("a10")), isCurrent(kept(), undefined)]).toEqual([true, false, false]);
    expect(showStored(asked, one.id, kept(), false)[one.id]).toMatchObject({ stored: "outdated" });
  });

  it("shows the node's answer in their place, and never the reverse", () => {
    const answer = { ticket: { ...one, description: "newer" }, activities: [], threads: [], reactions: [], next: null, cursors: {} };
    const answered = receiveDetail(failDetail(showStored(asked, one.id, kept(), true), one.id), one.id, answer);
    expect(answered[one.id]).toMatchObject({ state: "ready", description: "newer" });
    expect(answered[one.id]?.stored).toBeUndefined();
    expect(showStored(answered, one.id, kept(), true)).toBe(answered);
  });
});

describe("the store of details", () => {
  const storage = new DetailStorage(ana, workspaceId);
  beforeEach(() => storage.clear());

  it("keeps whole records and drops others", async () => {
    await storage.change([kept(), kept("t2", 2)], []);
    await storage.change([], ["t2"]);
    expect(await storage.all()).toEqual([kept()]);
    expect([await storage.read(one.id), await storage.read("t2")]).toEqual([kept(), null]);
  });

  it("of_5 is deleted with the other data of its person, and of no other", async () => {
    const others = new DetailStorage(ben, workspaceId);
    await Promise.all([storage.change([kept()], []), others.change([kept()], [])]);
    await forgetStorage(ana);
    expect(await indexedDB.databases().then((all) => all.map(({ name }) => name))).toEqual([`${databaseName(ben, workspaceId)}:details`]);
    expect(await databasesOf(ben)).toHaveLength(1);
  });
});
