import { describe, expect, it } from "vitest";
import { isShown, pagesInOrder, shownPages, type SidebarPage } from "./pages";

const required: readonly SidebarPage[] = ["inbox", "roadmap", "mine", "all", "epics"];
const chosen = (shown: Record<string, boolean>, order: string[] = []) => ({ shown, order });
const optional = (choice: Parameters<typeof shownPages>[0]) => shownPages(choice).filter((page) => !required.includes(page));

describe("the optional pages of the sidebar", () => {
  it("have their defaults until a person chooses", () => {
    expect(optional(null)).toEqual(["home", "created", "private", "trash"]);
    expect(optional(chosen({}))).toEqual(optional(null));
  });

  it("are those that the person has chosen", () => {
    expect(optional(chosen({ subscribed: true, completed: true, trash: false, home: false }))).toEqual(["created", "completed", "subscribed", "private"]);
  });

  it("never leave out required pages", () => {
    expect(shownPages(chosen({ created: false, private: false, trash: false, home: false, inbox: false }))).toEqual(required);
  });

  it("do not include the sections with the person's own places, which can be hidden as well", () => {
    expect([isShown(null, "favorites"), isShown(null, "recent")]).toEqual([true, true]);
    expect(isShown(chosen({ recent: false }), "recent")).toBe(false);
    expect(shownPages(chosen({ recent: true, favorites: true }))).toEqual(shownPages(null));
  });

  it("nt19: are chosen without pages that this build does not know", () => {
    expect(shownPages(chosen({ watched: true, trash: false }, ["watched"]))).toEqual(shownPages(chosen({ trash: false })));
  });

  it("stand in the order of the person", () => {
    expect(shownPages(chosen({}, ["trash", "all", "inbox", "home", "roadmap", "mine", "epics", "created", "completed", "subscribed", "private"]))).toEqual(["trash", "all", "inbox", "home", "roadmap", "mine", "epics", "created", "private"]);
  });

  it("stand behind the page that usually precedes them, if the order of an earlier build does not name them", () => {
    expect(pagesInOrder(chosen({}, ["trash", "watched", "mine", "inbox"]))).toEqual(["home", "trash", "mine", "all", "epics", "created", "completed", "subscribed", "private", "inbox", "roadmap"]);
  });
});
