import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDuration, formatInstant } from "./instant";
import { displayName, initials, isKey, suggestKey } from "./names";
import { paths, safeNext } from "./paths";
import { addDays, addMonths, daysBetween, formatDate, isPlainDate, monthGrid, nearDays, weekday } from "./plainDate";

describe("plain dates", () => {
  const day = fc.integer({ min: 0, max: 400_000 }).map((days) => addDays("1900-01-01", days));

  it("go forth and back by days", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -5000, max: 5000 }), (date, days) => {
        const there = addDays(date, days);
        return isPlainDate(there) && daysBetween(date, there) === days && addDays(there, -days) === date;
      }),
    );
  });

  it("keep to the last day of a shorter month", () => {
    expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
    expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
    expect(addMonths("2026-01-15", -1)).toBe("2025-12-15");
  });

  it("fill six whole weeks from Monday", () => {
    fc.assert(
      fc.property(day, (date) => {
        const days = monthGrid(date).flat();
        return days.length === 42 && weekday(days[0] ?? "") === 0 && days.includes(date);
      }),
    );
  });

  it("show the year only when it is not this one", () => {
    expect(formatDate("2026-04-28", "2026-01-01")).toBe("28 Apr");
    expect(formatDate("2025-04-08", "2026-01-01")).toBe("8 Apr 2025");
  });

  it("know what is none", () => {
    for (const text of ["2026-02-30", "2026-1-1", "", "2026-13-01", "x"]) expect(isPlainDate(text), text).toBe(false);
  });

  it("are near: today, tomorrow, and the Monday that comes", () => {
    expect(nearDays("2026-04-30").map(([, date]) => date)).toEqual(["2026-04-30", "2026-05-01", "2026-05-04"]);
    expect(nearDays("2026-05-04").at(-1)).toEqual(["Next week", "2026-05-11"]);
  });
});

describe("instants and durations", () => {
  const now = new Date(2026, 3, 26, 15, 40);
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000).toISOString();

  it("read as a person would say them", () => {
    expect(formatInstant(at(0), now)).toBe("just now");
    expect(formatInstant(at(5), now)).toBe("5 min ago");
    expect(formatInstant(at(100), now)).toBe("14:00");
    expect(formatInstant(at(3 * 1440), now)).toBe("23 Apr, 15:40");
  });

  it("show their two largest units", () => {
    expect(formatDuration(3 * 86_400 + 4 * 3_600 + 59)).toBe("3d 4h");
    expect(formatDuration(125)).toBe("2m");
    expect(formatDuration(3)).toBe("under a minute");
  });
});

describe("names", () => {
  it("call a person by what is known of them", () => {
    expect(displayName({ firstname: "Ada", lastname: "Byron" })).toBe("Ada Byron");
    expect(displayName({ firstname: null, username: "ekr" })).toBe("ekr");
    expect(displayName({ email: "ada@troupe.example" })).toBe("ada");
    expect(displayName({})).toBe("Someone");
  });

  it("make two letters of a name", () => {
    expect(initials("Ada Byron King")).toBe("AK");
    expect(initials("ekr")).toBe("EK");
    expect(initials("martin.thomson")).toBe("MT");
    expect(initials("")).toBe("");
  });

  it("suggest the key that the node would give", () => {
    expect(suggestKey("TLS 1.3")).toBe("TLS");
    expect(suggestKey("Acme")).toBe("ACME");
    expect(suggestKey("X factor")).toBe("XF");
    expect(suggestKey("my")).toBe("");
    expect(suggestKey("42")).toBe("");
  });

  it("suggest only keys that hold", () => {
    fc.assert(fc.property(fc.string(), (name) => suggestKey(name) === "" || isKey(suggestKey(name))));
  });
});

describe("paths", () => {
  it("name a ticket over a list in a view", () => {
    expect(paths.list("TLS", "l1", { ticketKey: "TLS-12", view: "kanban" })).toBe("/w/TLS/list/l1/TLS-12?view=kanban");
    expect(paths.collection("TLS", "mine")).toBe("/w/TLS/mine");
  });

  it("let only paths of ours follow a sign-in", () => {
    expect(safeNext("/invite/abc")).toBe("/invite/abc");
    for (const next of ["//evil.example", "/\\evil.example", "https://evil.example", "", null])
      expect(safeNext(next)).toBeNull();
  });
});
