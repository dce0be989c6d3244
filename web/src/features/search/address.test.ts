import { describe, expect, it } from "vitest";
import { searchPath } from "@/lib/elsewhere";
import { soughtAt, switched } from "./address";

describe("the address of a search", () => {
  it("holds the text, the parts and the list, and gives them back", () => {
    const sought = { text: "a & b?#/ü", parts: ["title", "comment"], listId: "0190" } as const;
    const path = searchPath("TR", sought);
    expect(path.startsWith("/w/TR/search?q=")).toBe(true);
    expect(soughtAt(new URL(path, "http://localhost").search)).toEqual(sought);
    expect(searchPath("TR", { text: "" })).toBe("/w/TR/search");
  });

  it("ignores what it does not know", () => {
    expect(soughtAt("?q=x&in=title,password&sort=email")).toEqual({ text: "x", parts: ["title"], listId: null });
    expect(soughtAt("")).toEqual({ text: "", parts: [], listId: null });
  });

  it("looks everywhere when all parts are on or all are off", () => {
    expect(switched([], "comment")).toEqual(["title", "description", "attribute"]);
    expect(switched(["title", "description", "attribute"], "comment")).toEqual([]);
    expect(switched(["title"], "title")).toEqual([]);
    expect(switched(["title"], "comment")).toEqual(["title", "comment"]);
  });
});
