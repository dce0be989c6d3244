import { describe, expect, it } from "vitest";
import type { Ticket, TicketSubscription } from "@/wire/generated";
import { reasonsOf } from "./following";
import { inboxOf, lineOf, unreadLists } from "./inbox";
import { blankPreferences } from "./kinds/preferences";
import { ana, ben, ticket } from "./testing/rows";

const now = Date.parse("2026-03-02T12:00:00Z");
const last = (userId: string, number: number, kind = "comment") => ({ id: `a${number}`, kind, userId, at: "2026-03-02T10:00:00Z", number });

function row(over: Partial<TicketSubscription> = {}): TicketSubscription {
  return {
    id: "s1",
    ticketId: ticket(1).id,
    workspaceUserId: ana,
    reasons: ["created"],
    firstUnreadActivityId: null,
    lastReadActivityId: null,
    lastReadNumber: 0,
    doneNumber: null,
    muted: false,
    unsubscribed: false,
    snoozedUntil: null,
    createdAt: "2026-01-01T09:00:00Z",
    ...over,
  };
}

const line = (over: Partial<Ticket>, subscription?: Partial<TicketSubscription>) =>
  lineOf(ticket(1, over), subscription && row(subscription), ana, now);

describe("in1 the reasons to follow a task", () => {
  it("come from the task itself, without a row", () => {
    const all = ticket(1, { createdUserId: ana, assigneesIds: [ana], commentedByUserIds: [ana] });
    expect(reasonsOf(all, undefined, ana)).toEqual(["commented", "created", "assigne"]);
    expect(reasonsOf(ticket(1, { createdUserId: ben }), undefined, ana)).toEqual([]);
  });

  it("stay in the row when the task no longer gives them, and end when the person unsubscribes", () => {
    const other = ticket(1, { createdUserId: ben });
    expect(reasonsOf(other, row({ reasons: ["mention", "assigne"] }), ana)).toEqual(["mention", "assigne"]);
    expect(reasonsOf(ticket(1, { assigneesIds: [ana] }), row({ unsubscribed: true }), ana)).toEqual([]);
  });
});

describe("in3 a task is unread", () => {
  it("if another person did something behind the number that was read", () => {
    expect(line({ lastActivity: last(ben, 3) })?.unread).toBe(true);
    expect(line({ lastActivity: last(ben, 3) }, { lastReadNumber: 2 })?.unread).toBe(true);
    expect(line({ lastActivity: last(ben, 3) }, { lastReadNumber: 3 })?.unread).toBe(false);
  });

  it("never because of one's own acts", () => {
    expect(line({ lastActivity: last(ana, 3) })).toBeNull();
    expect(line({ lastActivity: last(ana, 3) }, { lastReadNumber: 1 })?.unread).toBe(false);
  });

  it("nt11_not because of a kind that the person has turned off, unless another kind was not read either", () => {
    const preferences = { p: { ...blankPreferences("p", ana, ""), notifications: { status: ["mail" as const] } } };
    const of = (over: Partial<Ticket>, read: number) => lineOf(ticket(1, { createdUserId: ben, assigneesIds: [ana], ...over }), row({ lastReadNumber: read }), ana, now, preferences)?.unread;
    const status = last(ben, 3, "statusChange");
    expect(of({ lastActivity: status }, 1)).toBe(false);
    expect(of({ lastActivity: status }, 0)).toBe(true);
    expect(of({ lastActivity: { ...status, earlier: { comment: { userId: ben, number: 2 } } } }, 1)).toBe(true);
    expect(of({ lastActivity: { ...status, earlier: { comment: { userId: ben, number: 2 } } } }, 2)).toBe(false);
    expect(of({ lastActivity: { ...status, earlier: { comment: { userId: ana, number: 2 } } } }, 0)).toBe(false);
    expect(of({ lastActivity: last(ben, 3, "dreamt") }, 1)).toBe(true);
  });

  it("when it is muted, only because of a mention or a mark", () => {
    expect(line({ lastActivity: last(ben, 3) }, { muted: true })?.unread).toBe(false);
    expect(line({ lastActivity: last(ben, 3) }, { muted: true, firstUnreadActivityId: "a3" })?.unread).toBe(true);
  });

  it("when its snooze is over, and not before", () => {
    const read = { lastReadNumber: 3, lastActivity: last(ben, 3) };
    const early = line({ lastActivity: read.lastActivity }, { lastReadNumber: 3, snoozedUntil: "2026-03-02T12:00:01Z" });
    expect([early?.unread, early?.snoozedUntil]).toEqual([false, "2026-03-02T12:00:01Z"]);
    const late = line({ lastActivity: read.lastActivity }, { lastReadNumber: 3, snoozedUntil: "2026-03-02T12:00:00Z" });
    expect([late?.unread, late?.snoozedUntil, late?.at]).toEqual([true, null, "2026-03-02T12:00:00Z"]);
  });
});

describe("the inbox", () => {
  it("hides what is done until something new happens, and keeps it then after it was read", () => {
    const done = { doneNumber: 3, lastReadNumber: 3 };
    expect(line({ lastActivity: last(ben, 3) }, done)).toBeNull();
    expect(line({ lastActivity: last(ana, 4) }, done)).toBeNull();
    expect(line({ lastActivity: last(ben, 4) }, done)?.unread).toBe(true);
    expect(line({ lastActivity: last(ben, 4) }, { ...done, lastReadNumber: 4 })?.unread).toBe(false);
  });

  it("shows no task of the trash, of others, or without anything told", () => {
    expect(line({ lastActivity: last(ben, 1), trashedAt: "2026-03-01T00:00:00Z" })).toBeNull();
    expect(line({ lastActivity: last(ben, 1), createdUserId: ben })).toBeNull();
    expect(line({})).toBeNull();
  });

  it("counts unread tasks that are awake, is ordered by time, and says when the next snooze ends", () => {
    const at = (n: number, hour: string, over: Partial<Ticket> = {}) =>
      ticket(n, { lastActivity: { ...last(ben, 1), at: `2026-03-02T${hour}:00:00Z` }, ...over });
    const tickets = Object.fromEntries([at(1, "08"), at(2, "10"), at(3, "09")].map((one) => [one.id, one]));
    const subscriptions = { s1: row({ ticketId: ticket(2).id, snoozedUntil: "2026-03-02T13:00:00Z" }) };
    const inbox = inboxOf({ tickets, subscriptions, me: ana, preferences: {} }, now);
    expect(inbox.lines.map(({ ticketId }) => ticketId)).toEqual([2, 3, 1].map((n) => ticket(n).id));
    expect(inbox.unread).toBe(2);
    expect(inbox.wakesAt).toBe(Date.parse("2026-03-02T13:00:00Z"));
  });

  it("names the lists of unread tasks that are not snoozed", () => {
    const inLists = (n: number, listIds: string[], over: Partial<Ticket> = {}) => ticket(n, { lastActivity: last(ben, 1), lists: listIds.map((listId) => ({ listId, rank: "m" })), ...over });
    const tickets = Object.fromEntries([inLists(1, ["a", "b"]), inLists(2, ["c"]), inLists(3, ["d"], { lastActivity: last(ana, 1) }), inLists(4, [])].map((one) => [one.id, one]));
    const subscriptions = { s2: row({ ticketId: ticket(2).id, snoozedUntil: "2026-03-02T13:00:00Z" }) };
    const { lines } = inboxOf({ tickets, subscriptions, me: ana, preferences: {} }, now);
    expect([...unreadLists(lines, tickets)].toSorted()).toEqual(["a", "b"]);
    expect(unreadLists([], tickets).size).toBe(0);
  });

  it("ignores rows about tasks that the person no longer sees", () => {
    const subscriptions = { s1: row({ ticketId: "gone", firstUnreadActivityId: "a1" }) };
    expect(inboxOf({ tickets: {}, subscriptions, me: ana, preferences: {} }, now)).toEqual({ lines: [], unread: 0, wakesAt: null });
  });
});
