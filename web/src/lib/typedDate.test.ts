import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readDate } from "./typedDate";

/** A Sunday. */
const now = "2026-11-22";
const read = (text: string, order: "dayFirst" | "monthFirst" = "dayFirst") => readDate(text, { now, order });

describe("a typed date", () => {
  it.each([
    ["today", "2026-11-22"],
    [" Tomorrow ", "2026-11-23"],
    ["tmr", "2026-11-23"],
    ["yesterday", "2026-11-21"],
    ["next week", "2026-11-23"],
    ["next month", "2026-12-01"],
    ["end of month", "2026-11-30"],
  ])("is a day by its name: %s", (text, date) => {
    expect(read(text)).toBe(date);
  });

  it.each([
    ["mon", "2026-11-23"],
    ["Friday", "2026-11-27"],
    ["sun", "2026-11-29"],
    ["on wed", "2026-11-25"],
    ["thurs", "2026-11-26"],
    ["tues", "2026-11-24"],
    ["saturday", "2026-11-28"],
    ["this fri", "2026-11-20"],
    ["next fri", "2026-11-27"],
    ["last mon", "2026-11-09"],
  ])("is a day of the week: %s", (text, date) => {
    expect(read(text)).toBe(date);
  });

  it("takes next Friday from the next week, whichever day it is", () => {
    expect(readDate("next fri", { now: "2026-11-25" })).toBe("2026-12-04");
    expect(readDate("fri", { now: "2026-11-25" })).toBe("2026-11-27");
  });

  it.each([
    ["in 2 weeks", "2026-12-06"],
    ["in a week", "2026-11-29"],
    ["two months", "2027-01-22"],
    ["3 days ago", "2026-11-19"],
    ["10 days from now", "2026-12-02"],
    ["+3d", "2026-11-25"],
    ["+ 2 w", "2026-12-06"],
    ["-1m", "2026-10-22"],
    ["1y", "2027-11-22"],
  ])("is so and so far away: %s", (text, date) => {
    expect(read(text)).toBe(date);
  });

  it.each([
    ["3 Dec", "2026-12-03"],
    ["3rd of December", "2026-12-03"],
    ["Dec 3", "2026-12-03"],
    ["december 3rd, 2027", "2027-12-03"],
    ["3-Dec-2027", "2027-12-03"],
    ["3 Dec 27", "2027-12-03"],
    ["29 feb 2028", "2028-02-29"],
    ["1 sept", "2026-09-01"],
  ])("names its month: %s", (text, date) => {
    expect(read(text)).toBe(date);
  });

  it("without a year is the nearest such day, before or after today", () => {
    expect(read("3 Jan")).toBe("2027-01-03");
    expect(read("1 Nov")).toBe("2026-11-01");
    expect(readDate("20 Dec", { now: "2026-01-05" })).toBe("2025-12-20");
  });

  it("reads two numbers in the order of the reader's language", () => {
    expect(read("12/3/2027", "dayFirst")).toBe("2027-03-12");
    expect(read("12/3/2027", "monthFirst")).toBe("2027-12-03");
    expect(read("12/3", "monthFirst")).toBe("2026-12-03");
    expect(read("25/12", "monthFirst")).toBe("2026-12-25");
    expect(read("12/25", "dayFirst")).toBe("2026-12-25");
    expect(read("3.12.", "monthFirst")).toBe("2026-12-03");
    expect(read("3.12.27", "monthFirst")).toBe("2027-12-03");
  });

  it("is read as the year first where the year comes first", () => {
    expect(read("2026-12-03")).toBe("2026-12-03");
    expect(read("2026/12/3")).toBe("2026-12-03");
  });

  it.each(["", "sometime", "31 Feb", "2026-02-30", "13/13", "45 Dec", "next", "in weeks", "3", "fridge", "+3d ago", "99999 years", "9999y"])(
    "is none at all: %s",
    (text) => {
      expect(read(text)).toBeNull();
    },
  );
});

/** The modules of a page in a browser with this language. */
async function pageIn(language: string) {
  vi.spyOn(navigator, "language", "get").mockReturnValue(language);
  vi.resetModules();
  const [typed, plain, instant, size, words] = await Promise.all([import("./typedDate"), import("./plainDate"), import("./instant"), import("./size"), import("@/words/region")]);
  return { ...typed, ...plain, ...instant, ...size, ...words };
}

describe("dates, times and numbers", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date("2026-11-22T12:00:00") });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.resetModules();
  });

  it.each([
    ["en-GB", "3 Dec", "12 Mar", "14:02"],
    ["en-US", "Dec 3", "Dec 3", "2:02 PM"],
    ["en", "Dec 3", "Dec 3", "2:02 PM"],
    ["en-ZA", "03 Dec", "12 Mar", "14:02"],
    ["de", "3 Dec", "12 Mar", "14:02"],
    ["fr-CA", "3 Dec", "12 Mar", "14:02"],
    ["ja", "Dec 3", "Dec 3", "14:02"],
    ["hu", "Dec 3", "Dec 3", "14:02"],
    ["en-US@posix", "3 Dec", "12 Mar", "14:02"],
  ])("are shown in the order in which typed ones are read: %s", async (language, shown, typed, clock) => {
    const { readDate, formatDate, clockOf } = await pageIn(language);
    expect(formatDate("2026-12-03")).toBe(shown);
    expect(formatDate(readDate("12/3/2026") ?? "")).toBe(typed);
    expect(clockOf("2026-11-22T14:02:00").replace("\u202f", " ")).toBe(clock);
  });

  it.each([
    ["en-US", "1,234,567.5", "1.2 MB"],
    ["en-IN", "12,34,567.5", "1.2 MB"],
    ["en-DE", "1,234,567.5", "1.2 MB"],
    ["de", "1,234,567.5", "1.2 MB"],
  ])("have a point before the decimals, as typed numbers do: %s", async (language, number, size) => {
    const { shownNumber, formatSize } = await pageIn(language);
    expect(shownNumber(1_234_567.5)).toBe(number);
    expect(formatSize(1_200_000)).toBe(size);
  });
});
