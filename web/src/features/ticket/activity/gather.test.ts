import { describe, expect, it } from "vitest";
import type { Activity, Reaction } from "@/wire/generated";
import { feedOf, gathered, isEmoji, runsOf } from "./gather";

const reaction = (userId: string, emoji: string, minute: number): Reaction => ({
  id: `${userId}${emoji}`,
  activityId: "a",
  ticketId: "t",
  userId,
  emoji,
  createdAt: `2026-01-01T00:0${minute}:00Z`,
});

describe("reactions", () => {
  it("are gathered by emoji, those that came first in front", () => {
    expect(gathered([reaction("bo", "🎉", 2), reaction("ana", "👍", 1), reaction("me", "🎉", 3)], "me")).toEqual([
      { emoji: "👍", userIds: ["ana"], mine: false },
      { emoji: "🎉", userIds: ["bo", "me"], mine: true },
    ]);
  });

  it("are one emoji, and no word", () => {
    expect(["👍", " 🎉 ", "❤️", "👩‍🚀", "🇳🇱", "1️⃣"].map(isEmoji)).toEqual([true, true, true, true, true, true]);
    expect(["", "ok", "👍👍", "1"].map(isEmoji)).toEqual([false, false, false, false]);
  });
});

describe("the feed", () => {
  const newestFirst = [
    { id: "3", kind: "statusChange" },
    { id: "2", kind: "comment" },
    { id: "1", kind: "createdAt" },
  ] as Activity[];
  const shown = (tab: Parameters<typeof feedOf>[1]) => feedOf(newestFirst, tab).map(({ id }) => id);

  it("runs from the oldest to the newest, and shows what its tab says", () => {
    expect(shown("all")).toEqual(["1", "2", "3"]);
    expect(shown("comments")).toEqual(["2"]);
    expect(shown("history")).toEqual(["1", "3"]);
  });
});

describe("the history of a task", () => {
  const done = (n: number, more: Partial<Activity>): Activity =>
    ({ id: `a${n}`, ticketId: "t", kind: "description", userId: "ana", data: null, createdAt: `2026-01-01T00:${String(n).padStart(2, "0")}:00Z`, ...more }) as Activity;
  const priority = (n: number, from: string | null, to: string | null, userId = "ana") =>
    done(n, { kind: "customFieldChange", data: { field: "priority", from, to }, userId });
  const told = (feed: Activity[]) =>
    runsOf(feed).map((one) => ("changes" in one ? one.changes.map(({ kind, data }) => (data ? `${String(data.from)}>${String(data.to)}` : kind)) : one.kind));

  it("gathers one person's run, each value from its first state to its last", () => {
    expect(told([done(0, { kind: "createdAt" }), priority(1, null, "week"), done(2, {}), priority(3, "week", "day"), done(4, {})])).toEqual([
      ["createdAt", "null>day", "description"],
    ]);
  });

  it("begins anew with another person, a comment, and after a while", () => {
    expect(told([priority(0, null, "week"), priority(1, "week", "day", "bo"), priority(2, "day", "week", "bo"), done(3, { kind: "comment" }), done(4, {}), done(30, {})])).toEqual([
      ["null>week"],
      ["week>day", "day>week"],
      "comment",
      ["description"],
      ["description"],
    ]);
  });

  it("leaves out what went to and fro, where the run says something else", () => {
    expect(told([done(0, {}), priority(1, null, "week"), priority(2, "week", null)])).toEqual([["description"]]);
  });
});
