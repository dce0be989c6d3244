import { describe, expect, it } from "vitest";
import { languageOf } from "@/fields/filter/language";
import { fieldsOf } from "@/fields/registry";
import { attribute, doing, done, todo } from "@/sync/testing/rows";
import { viewOf } from "@/sync/testing/views";
import { offersFor } from "./completion";

const place = { ...attribute(1), name: "Where it is" };
const config = { ...viewOf({ tickets: [], statuses: [todo, doing, done] }), attributes: { [place.id]: place }, me: null };
const language = languageOf(fieldsOf(config), config);
const texts = (before: string) => offersFor(before, language).offers.map(({ text }) => text);

describe("completion of a filter's text", () => {
  it("offers fields where a condition begins", () => {
    expect(texts("")).toContain("status");
    expect(texts("st")).toEqual(["status", "start"]);
    expect(texts("status = done and (wh")).toEqual(['"Where it is"']);
    expect(offersFor("status = done and st", language).from).toBe("status = done and ".length);
  });

  it("offers the operators of the field, and its values", () => {
    expect(texts("status ")).toEqual(["=", "!="]);
    expect(texts('"Where it is" ')).toEqual(["~", "!~", "=", "!="]);
    expect(texts("status = ")).toEqual(['"To do"', '"Doing"', '"Done"', "none", "any"]);
    expect(texts('status = "To do", "do')).toEqual(['"Doing"', '"Done"']);
    expect(texts("due >= to")).toEqual(["today", "tomorrow"]);
    expect(texts("due = w")).toEqual(["week"]);
    expect(texts("due >= w")).toEqual([]);
    expect(texts("assignee != m")).toEqual(["me"]);
  });
});
