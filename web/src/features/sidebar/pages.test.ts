import { describe, expect, it } from "vitest";
import { isShown, readChoices, shownPages } from "./pages";

describe("the optional pages of the sidebar", () => {
  it("have their defaults until a person chooses", () => {
    expect(shownPages({})).toEqual(["created", "private", "trash"]);
  });

  it("are those that the person has chosen, in their own order", () => {
    expect(shownPages({ subscribed: true, completed: true, trash: false })).toEqual(["created", "completed", "subscribed", "private"]);
  });

  it("do not include the sections with the person's own places, which can be hidden as well", () => {
    expect([isShown({}, "favorites"), isShown({}, "recent")]).toEqual([true, true]);
    expect(isShown(readChoices(JSON.stringify({ ana: { recent: false } })).ana ?? {}, "recent")).toBe(false);
    expect(shownPages({ recent: true, favorites: true })).toEqual(["created", "private", "trash"]);
  });

  it("are read without what this build does not know", () => {
    const stored = JSON.stringify({ ana: { trash: false, watched: true, created: "no" }, bo: null });
    expect(readChoices(stored)).toEqual({ ana: { trash: false }, bo: {} });
    for (const broken of [null, "", "[", "null", "7"]) expect(readChoices(broken)).toEqual({});
  });
});
