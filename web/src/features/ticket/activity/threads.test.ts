import { describe, expect, it } from "vitest";
import type { Activity } from "@/wire/generated";
import { replyTo, resolvedBy, threadsOf } from "./threads";

const activity = (id: string, data: Activity["data"] = null, kind: Activity["kind"] = "comment"): Activity => ({
  id, ticketId: "t", kind, userId: "u", message: kind === "comment" ? id : null, data, createdAt: "2026-01-01T00:00:00Z", updatedAt: null,
});
const shape = (feed: Activity[]) => threadsOf(feed).map((one) => ("replies" in one ? [one.id, one.first?.id ?? null, ...one.replies.map(({ id }) => id)] : one.id));

describe("ct5 threads of a feed", () => {
  it("puts replies behind the first comment, in their order", () => {
    const feed = [activity("a"), activity("s", null, "statusChange"), activity("b"), activity("c", { replyTo: "a" }), activity("d", { replyTo: "b" }), activity("e", { replyTo: "a" })];
    expect(shape(feed)).toEqual([["a", "a", "c", "e"], "s", ["b", "b", "d"]]);
  });

  it("keeps the replies to a comment that is not here together", () => {
    expect(shape([activity("a"), activity("c", { replyTo: "gone" }), activity("b"), activity("d", { replyTo: "gone" })])).toEqual([["a", "a"], ["gone", null, "c", "d"], ["b", "b"]]);
  });

  it("reads nothing from data of another form", () => {
    expect(replyTo(activity("a", { replyTo: 5 }))).toBeNull();
    expect(replyTo(activity("a", { replyTo: "b" }, "statusChange"))).toBeNull();
    expect(["yes", { userId: "u" }, null].map((resolved) => resolvedBy(activity("a", { resolved })))).toEqual([null, null, null]);
    expect(resolvedBy(activity("a", { resolved: { userId: "u", at: "2026-01-01T00:00:00Z" } }))).toEqual({ userId: "u", at: "2026-01-01T00:00:00Z" });
  });
});
