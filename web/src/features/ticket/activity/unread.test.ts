import { describe, expect, it } from "vitest";
import type { ReadPosition } from "@/actions/readMark";
import type { Activity } from "@/wire/generated";
import { runsOf } from "./gather";
import { threadsOf } from "./threads";
import { firstNewReply, isNewEntry, newEntries } from "./unread";

const me = "ada";

/** An activity of Ben, or of another person. A reply names the comment that it answers. */
const entry = (id: string, minute: number, { by = "ben", kind = "comment", replyTo }: { by?: string; kind?: Activity["kind"]; replyTo?: string } = {}): Activity => ({
  id,
  ticketId: "t",
  kind,
  userId: by,
  message: kind === "comment" ? id : null,
  data: replyTo === undefined ? null : { replyTo },
  createdAt: `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`,
  updatedAt: null,
});

const at = (over: Partial<ReadPosition>): ReadPosition => ({ readId: null, flaggedId: null, lastId: null, ...over });

const made = entry("made", 0, { by: me, kind: "createdAt" });
const feed = [made, entry("b1", 1), entry("c2", 2), entry("b3", 3)];
const newIn = (oldestFirst: readonly Activity[], position: ReadPosition, next: string | null = null) => {
  const fresh = newEntries(oldestFirst.toReversed(), next, position, me);
  return fresh && [...fresh.ids];
};

describe("the entries that are new when a task opens", () => {
  it("come after the last one that was read", () => {
    expect(newIn(feed, at({ readId: "b1", lastId: "b3" }))).toEqual(["c2", "b3"]);
    expect(newIn(feed, at({ readId: "b3", lastId: "b3" }))).toBeNull();
  });

  it("come after what the person did before the task opened, and leave out what they do afterwards", () => {
    const answered = [made, entry("b1", 1), entry("a2", 2, { by: me }), entry("b3", 3), entry("a4", 4, { by: me }), entry("b5", 5)];
    expect(newIn(answered, at({ readId: "made", lastId: "b3" }))).toEqual(["b3", "b5"]);
    // A change that notifies nobody does not count as reading.
    const dated = [made, entry("b1", 1), entry("a2", 2, { by: me, kind: "customFieldChange" }), entry("b3", 3)];
    expect(newIn(dated, at({ readId: "made", lastId: "b3" }))).toEqual(["b1", "b3"]);
  });

  it("begin at a mention, or at a mark as unread, however far the person has read", () => {
    expect(newIn(feed, at({ readId: "b3", flaggedId: "c2", lastId: "b3" }))).toEqual(["c2", "b3"]);
    expect(newIn(feed, at({ readId: "made", flaggedId: "c2", lastId: "b3" }))).toEqual(["b1", "c2", "b3"]);
    const own = [made, entry("a1", 1, { by: me })];
    expect(newIn(own, at({ readId: "a1", flaggedId: "a1", lastId: "a1" }))).toEqual(["a1"]);
  });

  it("are unknown in a task that the person has never read or changed", () => {
    const foreign = [entry("made", 0, { kind: "createdAt" }), entry("b1", 1)];
    expect(newIn(foreign, at({ lastId: "b1" }))).toBeNull();
    expect(newIn(foreign, at({ flaggedId: "b1", lastId: "b1" }))).toEqual(["b1"]);
  });

  it("are all of the loaded pages if the last one that was read is on an older page, without its first comments of threads", () => {
    const page = [entry("head", 0), entry("b4", 4), entry("reply", 5, { replyTo: "head" })];
    expect(newIn(page, at({ readId: "made", lastId: "reply" }), "b4")).toEqual(["b4", "reply"]);
    expect(newIn(page, at({ readId: "deleted", lastId: "reply" }))).toBeNull();
  });
});

describe("the line before new entries", () => {
  const linesIn = (oldestFirst: readonly Activity[], position: ReadPosition) => {
    const fresh = newEntries(oldestFirst.toReversed(), null, position, me);
    if (!fresh) return null;
    const shown = runsOf(threadsOf(oldestFirst));
    return {
      before: shown.find((one) => isNewEntry(one, fresh, me))?.id ?? null,
      replies: shown.flatMap((one) => ("replies" in one ? (firstNewReply(one, fresh) ?? []) : [])),
    };
  };

  it("stands within a thread that has new replies, and before the first new entry of the feed", () => {
    const talk = [made, entry("c1", 1), entry("c2", 2), entry("r3", 3, { replyTo: "c1" }), entry("c4", 4), entry("r5", 5, { replyTo: "c4" })];
    expect(linesIn(talk, at({ readId: "c2", lastId: "r5" }))).toEqual({ before: "c4", replies: ["r3"] });
  });

  it("ag1: stands before a run of changes if one of them is new", () => {
    const changes = [made, entry("s1", 1, { kind: "statusChange" }), entry("p1", 1, { kind: "customFieldChange" }), entry("s2", 2, { kind: "statusChange" })];
    expect(linesIn(changes, at({ readId: "s1", lastId: "s2" }))).toEqual({ before: "s1", replies: [] });
  });

  it("does not stand before the person's own reply", () => {
    const talk = [made, entry("c1", 1), entry("c2", 2), entry("r3", 3, { by: me, replyTo: "c1" })];
    expect(linesIn(talk, at({ readId: "c1", lastId: "c2" }))).toEqual({ before: "c2", replies: [] });
  });
});
