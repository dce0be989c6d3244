import { describe, expect, it } from "vitest";
import { titlesIn } from "./pastedTitles";

describe("lines that are pasted into a title", () => {
  it("are one title each, without empty lines and the spaces around them", () => {
    expect(titlesIn("one\r\n\r\n  two \nthree\tand more\n")).toEqual(["one", "two", "three and more"]);
  });

  it("lose the marks of a list, and nothing else", () => {
    expect(titlesIn("- one\n* two\n3. three\n4) four\n- [x] five\n[ ] six\n• seven")).toEqual(["one", "two", "three", "four", "five", "six", "seven"]);
    expect(titlesIn("-5 degrees\n2026 plan\n#12 again")).toEqual(["-5 degrees", "2026 plan", "#12 again"]);
  });

  it("are pasted as ever where there is one alone", () => {
    expect(titlesIn("one title\n")).toBeNull();
    expect(titlesIn("")).toBeNull();
  });
});
