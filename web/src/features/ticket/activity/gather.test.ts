import { describe, expect, it } from "vitest";
import type { Activity, Reaction } from "@/wire/generated";
import { feedOf, gathered, isEmoji } from "./gather";

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
