import { describe, expect, it } from "vitest";
import { beginningAt, optionNamed, optionsFor, readTokens, tokenFor, withoutTokens, type Known, type Reading } from "./tokens";

const option = (id: string, name: string, ...keywords: string[]) => ({ id, name, keywords });
const known: Known = {
  marks: {
    "#": { field: "labels", options: [option("bug", "Bug"), option("review", "Needs review"), option("uber", "Über"), option("backend", "Backend"), option("backlog", "Back office")] },
    "@": { field: "assignees", options: [option("ada", "Ada Byron", "ada"), option("ben", "Ben Nevis", "ben.n"), option("bea", "Bea Nevis", "bea")] },
    "!": { field: "priority", options: [option("day", "Day"), option("week", "Week"), option("month", "Month")] },
    "+": { field: "lists", options: [option("draft", "draft-20"), option("pier", "Pier")] },
  },
  due: "dueDate",
  start: "startDate",
};
/** A Sunday. */
const now = "2026-11-22";
const read = (title: string, more: Reading = {}) => readTokens(title, known, { now, order: "dayFirst", ...more }).map(({ field, value }) => `${field} ${value}`);
const whole = (title: string) => read(title, { final: true });

describe("a value that a title names", () => {
  it.each([
    ["Fix it #bug ", "labels bug"],
    ["#bug fix it", "labels bug"],
    ["Fix it #Needs-Review now", "labels review"],
    ['Fix it #"needs review" now', "labels review"],
    ["Fix it #needs_review now", "labels review"],
    ["Fix it #needs now", "labels review"],
    ["Fix it #uber now", "labels uber"],
    ["Ask @ada now", "assignees ada"],
    ["Ask @byron now", "assignees ada"],
    ["Ask @ben.n now", "assignees ben"],
    ["Ask @AdaByron now", "assignees ada"],
    ["Ask (soon) @be.n and @ad now", "assignees ada"],
    ["Paint !week ", "priority week"],
    ["Paint !2 ", "priority week"],
    ["Paint !mo ", "priority month"],
    ["Paint +pier ", "lists pier"],
    ["Paint +draft-20 ", "lists draft"],
    ["Paint +draft20 ", "lists draft"],
    ["Is it a #bug? yes", "labels bug"],
    ["It is a #bug, really", "labels bug"],
  ])("qc1: is found by its mark: %s", (title, token) => {
    expect(read(title)).toEqual([token]);
  });

  it.each([
    "Fix it #bug",
    "Fix issue #4711 ",
    "Mail ada@example.org ",
    "C++ is fun ",
    "a+pier ",
    "Wow! great ",
    "Wow ! week ",
    "Fix # bug ",
    "Ask @nevis now",
    "Ask @be now",
    "Fix #bac now",
    "Fix #b now",
    "Ask @nobody now",
    "!9 now",
    '#"" now',
  ])("qc1: is not found in: %s", (title) => {
    expect(read(title)).toEqual([]);
  });

  it("is complete with the space after it, or when the title is complete", () => {
    expect(read("Fix #bug")).toEqual([]);
    expect(whole("Fix #bug")).toEqual(["labels bug"]);
    expect(read("Fix due fri")).toEqual([]);
    expect(whole("Fix due fri")).toEqual(["dueDate 2026-11-27"]);
  });

  it("may be one of several, in any order", () => {
    expect(read("#bug Fix it @ada !day +pier due tomorrow #backend now")).toEqual([
      "labels bug",
      "assignees ada",
      "priority day",
      "lists pier",
      "dueDate 2026-11-23",
      "labels backend",
    ]);
  });

  it("is not found if the field is absent, or the person has turned it back into text", () => {
    expect(readTokens("Fix #bug due fri ", { marks: {} }, { now })).toEqual([]);
    expect(read("Fix #bug #backend ", { left: ["#bug"] })).toEqual(["labels backend"]);
    expect(read("Fix due fri ", { left: ["due fri"] })).toEqual([]);
  });
});

describe("a date that a title names", () => {
  it.each([
    ["Call due friday ", "2026-11-27"],
    ["Call Due Friday ", "2026-11-27"],
    ["Call due by friday now", "2026-11-27"],
    ["Call due on wed now", "2026-11-25"],
    ["Call due:fri now", "2026-11-27"],
    ["Call due: fri now", "2026-11-27"],
    ["Call due next fri now", "2026-11-27"],
    ["Call due 3 dec now", "2026-12-03"],
    ["Call due dec 3rd, 2027 now", "2027-12-03"],
    ["Call due in 2 weeks now", "2026-12-06"],
    ["Call due 3.12. now", "2026-12-03"],
    ["Call due 2026-12-03 now", "2026-12-03"],
    ["Call due fri, please", "2026-11-27"],
    ["Call tomorrow ", "2026-11-23"],
    ["Call tomorrow, please", "2026-11-23"],
    ["Call today ", "2026-11-22"],
    ["Call next fri ", "2026-11-27"],
    ["Call this Friday at noon", "2026-11-20"],
    ["Call next week ", "2026-11-23"],
    ["Call next month ", "2026-12-01"],
    ["tomorrow call", "2026-11-23"],
  ])("qc2: is the due date: %s", (title, date) => {
    expect(read(title)).toEqual([`dueDate ${date}`]);
  });

  it.each([
    ["Call starts monday ", "2026-11-23"],
    ["Call start 1 dec now", "2026-12-01"],
    ["Call starting tomorrow now", "2026-11-23"],
  ])("qc2: is the start date: %s", (title, date) => {
    expect(read(title)).toEqual([`startDate ${date}`]);
  });

  it.each([
    "Plan the Friday party ",
    "Pay what is due ",
    "due diligence first",
    "Call due someday ",
    "Write about the 3 dec release",
    "The next big thing ",
    "Start the engine ",
    "In 2 weeks we leave ",
    "Monday",
    "Sunday school ",
    "Call due 12 ",
  ])("is not found in: %s", (title) => {
    expect(whole(title)).toEqual([]);
  });

  it("consists of as many words as possible", () => {
    const [token] = readTokens("Call due 3 dec 2027 now", known, { now });
    expect(token).toMatchObject({ value: "2027-12-03", text: "due 3 dec 2027" });
  });
});

describe("an option", () => {
  it("qc1: is found by its whole name first, then by one of its words, then by its beginning", () => {
    const options = [option("1", "Ann"), option("2", "Ann Lee"), option("3", "Anna")];
    expect(optionNamed(options, "ann")?.id).toBe("1");
    expect(optionNamed(options, "lee")?.id).toBe("2");
    expect(optionNamed(options, "anna")?.id).toBe("3");
    expect(optionNamed(options, "an")).toBeNull();
    expect(optionNamed(options, "-")).toBeNull();
  });
});

describe("what is being typed", () => {
  it.each([
    ["Fix #be", 7, { mark: "#", word: "be", from: 4 }],
    ["#", 1, { mark: "#", word: "", from: 0 }],
    ['Fix #"needs r', 13, { mark: "#", word: "needs r", from: 4 }],
    ["Fix @be now", 7, { mark: "@", word: "be", from: 4 }],
    ["Fix #bug ", 9, null],
    ["C++", 3, null],
    ["Fix it", 6, null],
  ])("is found before the caret: %s at %i", (title, caret, expected) => {
    expect(beginningAt(title, caret)).toEqual(expected);
  });

  it("qc1: offers the options whose name, or a word of it, begins with it", () => {
    const options = known.marks["#"]?.options ?? [];
    const named = (typed: string) => optionsFor(options, typed).map(({ id }) => id);
    expect(named("b")).toEqual(["bug", "backend", "backlog"]);
    expect(named("re")).toEqual(["review"]);
    expect(named("Need")).toEqual(["review"]);
    expect(named("")).toHaveLength(5);
  });

  it("becomes the token of a chosen option, which is read as that option", () => {
    const token = tokenFor({ mark: "#", word: "ne", from: 4 }, 7, "labels", option("review", "Needs review"));
    expect(token).toEqual({ field: "labels", value: "review", text: '#"Needs review"', from: 4, to: 7 });
    expect(whole(`Fix ${token.text}`)).toEqual(["labels review"]);
  });
});

describe("a title without its tokens", () => {
  const rest = (title: string, caret?: number) => withoutTokens(title, readTokens(title, known, { now }), caret);

  it("has one space where a token stood", () => {
    expect(rest("Fix #bug ")).toEqual({ title: "Fix ", places: [4], caret: 4 });
    expect(rest("#bug Fix it ").title).toBe("Fix it ");
    expect(rest("Fix #bug it @ada now")).toEqual({ title: "Fix it now", places: [4, 7], caret: 10 });
    expect(rest("Is it a #bug? yes").title).toBe("Is it a ? yes");
  });

  it("keeps the caret at its place in the words that stay", () => {
    expect(rest("Fix #bug it", 9).caret).toBe(4);
    expect(rest("Fix #bug it", 2).caret).toBe(2);
    expect(rest("Fix #bug it", 6).caret).toBe(4);
    expect(rest("Fix #bug it", 11).caret).toBe(6);
  });
});
