import { describe, expect, it } from "vitest";
import type { FieldValue } from "@/wire/generated";
import { entryOf } from "./entries";

/** The value that a typed text becomes, or the objection to it. */
function typed(form: "text" | "number" | "url", text: string): FieldValue | null | { refused: string } {
  const value = entryOf(form, { read: () => undefined, write: (written) => ({ fields: { a: written } }), start: (begun) => ({ fields: { a: begun } }) });
  const objection = value.objection(text);
  if (objection !== null) return { refused: objection };
  return (value.write(text).fields?.a ?? null) as FieldValue | null;
}

describe("a typed value", () => {
  it.each([
    ["12", 12],
    [" 2.5 ", 2.5],
    ["2,5", 2.5],
    ["-0,5", -0.5],
    ["1 234,5", 1234.5],
    ["1,234.5", 1234.5],
    ["1’234", 1234],
    ["+7", 7],
    [".5", 0.5],
  ])("%s is the number %d", (text, number) => expect(typed("number", text)).toBe(number));

  it.each(["three", "1e5", "--1", "1.2.3", "0x10", "∞", "1 000 000 000 000 001"])("%s is no number", (text) =>
    expect(typed("number", text)).toEqual({ refused: expect.any(String) }));

  it.each([
    ["https://example.org/a?b=c#d", "https://example.org/a?b=c#d"],
    ["example.org/a", "https://example.org/a"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["example.org:8080/x", "https://example.org:8080/x"],
  ])("%s is the address %s", (text, address) => expect(typed("url", text)).toBe(address));

  it.each(["example", "javascript:alert(1)", "ftp://example.org", "https://", "two words.org", "mailto:a@example.org"])("%s is no address", (text) =>
    expect(typed("url", text)).toEqual({ refused: expect.any(String) }));

  it("a text is one line of at most 500 characters", () => {
    expect(typed("text", "  On site ")).toBe("On site");
    expect(typed("text", "x".repeat(500))).toBe("x".repeat(500));
    expect(typed("text", "x".repeat(501))).toEqual({ refused: "Use at most 500 characters." });
  });
});
