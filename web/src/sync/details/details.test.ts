import { describe, expect, it } from "vitest";
import type { TicketDetails } from "@/wire/http.generated";
import type { Activity, Change } from "@/wire/generated";
import { applyToDetails, requestDetail, askOlder, failDetail, receiveDetail, takeOlder, type Details } from "./details";
import { ana, ticket, workspaceId } from "../testing/rows";

const it1 = ticket(1);

function comment(n: number, message = `c${n}`): Activity {
  const createdAt = `2026-01-0${n}T00:00:00Z`;
  return { id: `a${n}`, ticketId: it1.id, kind: "comment", userId: ana, message, data: null, createdAt, updatedAt: null };
}

const answer = (seq: number, over: Partial<TicketDetails> = {}): TicketDetails => ({
  ticket: { ...it1, description: "text" },
  activities: [comment(2)],
  threads: [],
  reactions: [],
  next: "a1",
  cursors: { [workspaceId]: { epoch: "e", seq } },
  ...over,
});

const said = (seq: number, ...changes: Change[]) => ({
  scope: workspaceId,
  events: [{ seq, commandId: `c${seq}`, by: ana, at: "2026-01-05T00:00:00Z", changes }],
});
const create = (row: Activity): Change => ({ op: "create", entity: "activity", id: row.id, data: { ...row } });
const remove = (id: string): Change => ({ op: "delete", entity: "activity", id });
const messages = (details: Details) => details[it1.id]?.activities.map(({ message }) => message);

describe("what is held of an opened ticket", () => {
  const ready = receiveDetail(requestDetail({}, it1.id), it1.id, answer(5));

  it("shows the newest first, and follows the stream", () => {
    const next = applyToDetails(ready, [
      said(6, create(comment(3)), { op: "update", entity: "ticket", id: it1.id, data: { description: "new" } }),
      said(7, { op: "update", entity: "activity", id: "a2", data: { message: "edited" } }),
    ]);
    expect(messages(next)).toEqual(["c3", "edited"]);
    expect(next[it1.id]?.description).toBe("new");
  });

  it("takes nothing twice that the answer already knew", () => {
    const stale = said(5, create(comment(2, "older text")));
    expect(applyToDetails(ready, [stale])).toBe(ready);
  });

  it("keeps what the stream brings while the answer is under way", () => {
    const asked = applyToDetails(requestDetail({}, it1.id), [said(6, create(comment(3))), said(4, create(comment(2)))]);
    expect(messages(receiveDetail(asked, it1.id, answer(5)))).toEqual(["c3", "c2"]);
  });

  it("does not bring back in an older page what was deleted meanwhile", () => {
    const asked = applyToDetails(askOlder(ready, it1.id), [said(6, remove("a1"))]);
    const page = { activities: [comment(1)], reactions: [], next: null };
    expect(messages(takeOlder(asked, it1.id, page))).toEqual(["c2"]);
    expect(takeOlder(asked, it1.id, page)[it1.id]).toMatchObject({ next: null, loadingOlder: false });
  });

  it("ct7 holds the first comments of threads with the page that answers in them, once", () => {
    const reply = { ...comment(5), data: { replyTo: "a1" } };
    const held = receiveDetail(requestDetail({}, it1.id), it1.id, answer(5, { activities: [reply], threads: [comment(1)] }));
    expect(messages(held)).toEqual(["c5", "c1"]);
    const page = { activities: [comment(3), comment(1)], threads: [], reactions: [], next: null };
    expect(messages(takeOlder(askOlder(held, it1.id), it1.id, page))).toEqual(["c5", "c3", "c1"]);
    // A node of the previous version sends no threads.
    const { threads: _, ...earlier } = answer(5);
    expect(messages(receiveDetail(requestDetail({}, it1.id), it1.id, earlier as TicketDetails))).toEqual(["c2"]);
  });

  it("keeps what is shown when asking again fails", () => {
    const failed = failDetail(requestDetail(ready, it1.id), it1.id);
    expect(failed[it1.id]).toMatchObject({ state: "ready", description: "text" });
    expect(failDetail(requestDetail({}, "x"), "x").x).toMatchObject({ state: "failed" });
  });

  it("is left alone by what happens to other tickets", () => {
    expect(applyToDetails(ready, [said(6, create({ ...comment(3), ticketId: "other" }))])).toBe(ready);
  });
});
