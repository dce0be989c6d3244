import { describe, expect, it } from "vitest";
import type { InboxLine } from "@/sync/inbox";
import { chosenTime, filterAt, linesOf, narrowed, queryOf, sectionsOf, snoozeChoices, switched, tabNamed } from "./sections";
import { lastChange } from "./words";

const line = (ticketId: string, over: Partial<InboxLine> = {}): InboxLine => ({
  ticketId,
  last: { id: "a", kind: "comment", userId: "u", at: "2026-03-02T10:00:00Z", number: 1 },
  reasons: ["created"],
  unread: false,
  flagged: false,
  muted: false,
  snoozedUntil: null,
  at: "2026-03-02T10:00:00Z",
  ...over,
});

const ids = (lines: readonly InboxLine[]) => lines.map(({ ticketId }) => ticketId);

describe("the tabs of the inbox", () => {
  const lines = [
    line("plain"),
    line("unread", { unread: true }),
    line("mention", { reasons: ["mention"] }),
    line("mine", { reasons: ["assigne"] }),
    line("asleep", { unread: true, reasons: ["mention"], snoozedUntil: "2026-03-03T09:00:00Z" }),
  ];

  it("show snoozed tasks in their own tab alone", () => {
    expect(ids(linesOf(lines, "all"))).toEqual(["plain", "unread", "mention", "mine"]);
    expect(ids(linesOf(lines, "unread"))).toEqual(["unread"]);
    expect(ids(linesOf(lines, "mentions"))).toEqual(["mention"]);
    expect(ids(linesOf(lines, "assigned"))).toEqual(["mine"]);
    expect(ids(linesOf(lines, "snoozed"))).toEqual(["asleep"]);
  });
});

describe("the filter of the inbox", () => {
  const lines = [line("own"), line("talk", { reasons: ["mention", "commented"] }), line("both", { reasons: ["created", "manual"] })];
  const inList = (listId: string) => ({ lists: [{ listId, rank: "a" }] });
  const tickets = { own: inList("l1"), talk: inList("l2"), both: inList("l2") } as never;
  const left = (search: string) => ids(narrowed(lines, filterAt(search), tickets));

  it("leaves the lines with one of the reasons, also with one that is not the strongest", () => {
    expect(left("")).toEqual(["own", "talk", "both"]);
    expect(left("?reason=created")).toEqual(["own", "both"]);
    expect(left("?reason=commented,manual")).toEqual(["talk", "both"]);
  });

  it("leaves the lines in a list, and those that have both the reason and the list", () => {
    expect(left("?list=l2")).toEqual(["talk", "both"]);
    expect(left("?reason=created&list=l2")).toEqual(["both"]);
    expect(left("?list=gone")).toEqual([]);
  });

  it("is kept in the address, without what an address cannot mean", () => {
    const filter = filterAt("?tab=unread&reason=manual,created,later&list=l1,,l1");
    expect(filter).toEqual({ tab: "unread", reasons: ["created", "manual"], listIds: ["l1"] });
    expect(queryOf(filter)).toBe("?tab=unread&reason=created,manual&list=l1");
    expect(queryOf(filterAt("?tab=all"))).toBe("");
  });

  it("is switched by reason and by list", () => {
    const filter = switched(switched(filterAt(""), "commented"), "l1");
    expect(queryOf(filter)).toBe("?reason=commented&list=l1");
    expect(queryOf(switched(switched(filter, "commented"), "l1"))).toBe("");
  });
});

describe("the days of the inbox", () => {
  it("are today, yesterday, the week before, and all before that", () => {
    const at = (day: number) => new Date(2026, 2, day, 8).toISOString();
    const lines = [12, 11, 8, 6, 1].map((day) => line(`d${day}`, { at: at(day) }));
    const sections = sectionsOf(lines, new Date(2026, 2, 12, 12));
    expect(sections.map(({ name, lines: of }) => [name, ids(of)])).toEqual([
      ["Today", ["d12"]],
      ["Yesterday", ["d11"]],
      ["This week", ["d8", "d6"]],
      ["Earlier", ["d1"]],
    ]);
  });
});

describe("a snooze", () => {
  it("ends at a chosen time that is not over", () => {
    const now = new Date(2026, 2, 12, 12);
    expect(chosenTime("2026-03-12", "12:01", now)).toEqual(new Date(2026, 2, 12, 12, 1));
    for (const [date, time] of [["2026-03-12", "12:00"], ["2026-03-11", "23:00"], ["", "13:00"], ["2026-03-13", ""]] as const) expect(chosenTime(date, time, now)).toBeNull();
  });

  it("ends later today, or at nine in the morning of a later day", () => {
    // A Thursday.
    const choices = snoozeChoices(new Date(2026, 2, 12, 12));
    expect(choices.map(({ id, until }) => [id, until])).toEqual([
      ["later", new Date(2026, 2, 12, 16)],
      ["tomorrow", new Date(2026, 2, 13, 9)],
      ["days", new Date(2026, 2, 15, 9)],
      ["week", new Date(2026, 2, 16, 9)],
    ]);
  });

  it("is not offered for later today in the evening, and reaches the next Monday from a Monday", () => {
    const choices = snoozeChoices(new Date(2026, 2, 16, 21));
    expect(choices.map(({ id }) => id)).toEqual(["tomorrow", "days", "week"]);
    expect(choices.at(-1)?.until).toEqual(new Date(2026, 2, 23, 9));
  });
});

describe("the last change in words", () => {
  it("says of an unread mention that it is one", () => {
    expect(lastChange(line("a", { flagged: true, reasons: ["mention"] }))).toBe("mentioned you");
    expect(lastChange(line("a", { reasons: ["mention"] }))).toBe("commented");
  });

  it("ag2: names all that the person did within a minute", () => {
    const last = { ...line("a").last, kind: "comment", kinds: ["statusChange", "assigneeChange", "comment"] };
    expect(lastChange(line("a", { last }))).toBe("changed the status, changed the assignees, and commented");
    expect(lastChange(line("a", { last, flagged: true, reasons: ["mention"] }))).toContain("and mentioned you");
  });

  it("has words for an activity of a later version", () => {
    expect(lastChange(line("a", { last: { ...line("a").last, kind: "teleported" } }))).toBe("changed the task");
  });
});

it("the tab in the address is shown, or all if the address names no known tab", () => {
  expect(["snoozed", "unread", "all"].map(tabNamed)).toEqual(["snoozed", "unread", "all"]);
  expect([null, "", "later"].map(tabNamed)).toEqual(["all", "all", "all"]);
});
