import { describe, expect, it } from "vitest";
import { isWorthKeeping, noticeFor } from "./refusalNotice";

const now = Date.parse("2026-05-01T12:00:00Z");
const justNow = { at: "2026-05-01T11:59:58Z" };
const aMinuteAgo = { at: "2026-05-01T11:58:59Z" };

describe("a refused edit is worth keeping", () => {
  it("if it holds text, whenever it was made", () => {
    expect(isWorthKeeping(justNow, { hasText: true, now })).toBe(true);
    expect(isWorthKeeping(aMinuteAgo, { hasText: true, now })).toBe(true);
  });

  it("without text only if its author may have forgotten it", () => {
    expect(isWorthKeeping(justNow, { hasText: false, now })).toBe(false);
    expect(isWorthKeeping(aMinuteAgo, { hasText: false, now })).toBe(true);
  });
});

describe("a refusal is told", () => {
  it("once if nothing would be lost, also to a person who comes back at once", () => {
    expect(noticeFor(justNow, { hasText: false, waited: false, now })).toBe("toast");
    expect(noticeFor(justNow, { hasText: false, waited: true, now })).toBe("toast");
  });

  it("until the author decides if the edit was made online and holds text", () => {
    expect(noticeFor(justNow, { hasText: true, waited: false, now })).toBe("decisionToast");
  });

  it("by the banner if the edit waited for a connection, or took longer than its author remembers", () => {
    expect(noticeFor(justNow, { hasText: true, waited: true, now })).toBe("banner");
    expect(noticeFor(aMinuteAgo, { hasText: true, waited: false, now })).toBe("banner");
    expect(noticeFor(aMinuteAgo, { hasText: false, waited: false, now })).toBe("banner");
  });
});
