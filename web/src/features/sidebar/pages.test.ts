import { describe, expect, it } from "vitest";
import { isShown, pagesInOrder, readChoices, shownPages, type SidebarPage } from "./pages";

const required: readonly SidebarPage[] = ["inbox", "roadmap", "mine", "all", "epics"];
const optional = (chosen: Parameters<typeof shownPages>[0]) => shownPages(chosen).filter((page) => !required.includes(page));

describe("the optional pages of the sidebar", () => {
  it("have their defaults until a person chooses", () => {
    expect(optional({})).toEqual(["home", "created", "private", "trash"]);
  });

  it("are those that the person has chosen", () => {
    expect(optional({ subscribed: true, completed: true, trash: false, home: false })).toEqual(["created", "completed", "subscribed", "private"]);
  });

  it("never leave out required pages", () => {
    expect(shownPages({ created: false, private: false, trash: false, home: false })).toEqual(required);
  });

  it("do not include the sections with the person's own places, which can be hidden as well", () => {
    expect([isShown({}, "favorites"), isShown({}, "recent")]).toEqual([true, true]);
    expect(isShown(readChoices(JSON.stringify({ ana: { recent: false } })).ana ?? {}, "recent")).toBe(false);
    expect(shownPages({ recent: true, favorites: true })).toEqual(shownPages({}));
  });

  it("are read without what this build does not know", () => {
    const stored = JSON.stringify({ ana: { trash: false, watched: true, created: "no" }, bo: null });
    expect(readChoices(stored)).toEqual({ ana: { trash: false }, bo: {} });
    for (const broken of [null, "", "[", "null", "7"]) expect(readChoices(broken)).toEqual({});
  });

  it("stand in the order of the person", () => {
    expect(shownPages({ order: ["trash", "all", "inbox", "home", "roadmap", "mine", "epics", "created", "completed", "subscribed", "private"] })).toEqual(["trash", "all", "inbox", "home", "roadmap", "mine", "epics", "created", "private"]);
  });

  it("stand behind the page that usually precedes them, if the order of an earlier build does not name them", () => {
    expect(pagesInOrder({ order: ["trash", "mine", "inbox"] })).toEqual(["home", "trash", "mine", "all", "epics", "created", "completed", "subscribed", "private", "inbox", "roadmap"]);
  });

  it("are read in their stored order, each once, without pages that this build does not know", () => {
    expect(readChoices(JSON.stringify({ ana: { order: ["trash", "watched", "inbox", 7, "trash"], trash: true } }))).toEqual({ ana: { order: ["trash", "inbox"], trash: true } });
    expect(readChoices(JSON.stringify({ ana: { order: "trash" } }))).toEqual({ ana: {} });
  });
});
