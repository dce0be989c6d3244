import { describe, expect, it } from "vitest";
import type { Activity, Reaction } from "@/wire/generated";
import { feedOf, gathered, isEmoji, runsOf } from "./gather";
import { threadsOf } from "./threads";

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
  /** A change, half a minute after the one before it. */
  const done = (n: number, more: Partial<Activity>): Activity =>
    ({ id: `a${n}`, ticketId: "t", kind: "description", userId: "ana", data: null, createdAt: new Date(Date.UTC(2026, 0, 1) + n * 30_000).toISOString(), ...more }) as Activity;
  const priority = (n: number, from: string | null, to: string | null, userId = "ana") =>
    done(n, { kind: "customFieldChange", data: { field: "priority", from, to }, userId });
  const labels = (n: number, added: string[], removed: string[]) => done(n, { kind: "customFieldChange", data: { field: "labels", added, removed } });
  const listed = (value: unknown) => (Array.isArray(value) ? value.join("+") : "");
  const said = ({ kind, data }: Activity) =>
    data === null ? kind : "added" in data ? `+${listed(data.added)} -${listed(data.removed)}` : `${String(data.from)}>${String(data.to)}`;
  const told = (feed: Activity[]) => runsOf(threadsOf(feed)).map((one) => ("changes" in one ? one.changes.map(said) : one.first?.kind));

  it("ag1: gathers one person's changes, each value from its first state to its last", () => {
    expect(told([done(0, { kind: "createdAt" }), priority(1, null, "week"), done(2, {}), priority(3, "week", "day"), done(4, {})])).toEqual([
      ["createdAt", "null>day", "description"],
    ]);
  });

  it("ag1: begins anew with another person, a comment, and after a minute", () => {
    expect(told([priority(0, null, "week"), priority(1, "week", "day", "bo"), priority(2, "day", "week", "bo"), done(3, { kind: "comment" }), done(4, {}), done(6, {}), done(9, {})])).toEqual([
      ["null>week"],
      ["week>day", "day>week"],
      "comment",
      ["description"],
      ["description"],
    ]);
  });

  it("ag1: leaves out what went to and fro, where the entry says something else", () => {
    expect(told([done(0, {}), priority(1, null, "week"), priority(2, "week", null)])).toEqual([["description"]]);
    expect(told([done(0, {}), labels(1, ["red"], []), labels(2, [], ["red"])])).toEqual([["description"]]);
  });

  it("ag1: adds up the changes of one set", () => {
    expect(told([labels(0, ["red", "blue"], ["old"]), labels(1, ["green", "old"], ["red"])])).toEqual([["+blue+green -"]]);
    const lists = (n: number, kind: "listsChange" | "multipleListsChange", added: string[]) => done(n, { kind, data: { added, removed: [] } });
    expect(told([lists(0, "listsChange", ["a"]), lists(1, "multipleListsChange", ["b", "c"])])).toEqual([["+a+b+c -"]]);
  });

  it("ag1: keeps apart the names of what was deleted, and moves that name no list", () => {
    const deleted = (n: number, name: string) => done(n, { kind: "statusRemoved", data: { from: name, to: "todo", name } });
    expect(told([deleted(0, "a"), deleted(1, "b")])).toEqual([["a>todo", "b>todo"]]);
    const hidden = (n: number) => done(n, { kind: "listsChange", data: { added: [], removed: [] } });
    expect(told([hidden(0), hidden(1)])).toEqual([["+ -", "+ -"]]);
  });
});
