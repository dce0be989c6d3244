import { describe, expect, it } from "vitest";
import { activated, addressOf, arrived, closed, most, noPanes, openedBeside, openedIn, readPanes, slotsOf, withoutPanes, type Panes } from "./panes";

const panes = (active: number, ...names: string[]): Panes => ({ names, active });

describe("the panes of an address", () => {
  it("are the task of the path, and the tasks on each side of it (PN1)", () => {
    expect(readPanes("A-2", "?view=kanban&left=A-1&right=A-3,A-4")).toEqual(panes(1, "A-1", "A-2", "A-3", "A-4"));
    expect(readPanes("A-2", "")).toEqual(panes(0, "A-2"));
    expect(readPanes(null, "?left=A-1")).toEqual(noPanes);
  });

  it("are written so that they are read back, and leave the other parameters as they are (PN1)", () => {
    for (const one of [panes(0, "A-1"), panes(0, "A-1", "A-2"), panes(1, "A-1", "A-2"), panes(1, "A-1", "A-2", "A-3")]) {
      const [path = "", query] = addressOf("/w/A/all", "?view=kanban&status=a,b", one).split("?");
      expect(path).toBe(`/w/A/all/${one.names[one.active]}`);
      expect(query).toMatch(/^view=kanban&status=a,b/);
      expect(readPanes(path.split("/").at(-1) ?? null, `?${query}`)).toEqual(one);
    }
    expect(addressOf("/w/A/all", "?left=A-1", noPanes)).toBe("/w/A/all");
    expect(withoutPanes("?view=kanban&left=A-1&right=A-3")).toBe("?view=kanban");
  });

  it("name each task once, no more tasks than fit, and nothing that is no name (PN1)", () => {
    expect(readPanes("A-2", "?left=A-1,a-2&right=A-1,A-3")).toEqual(panes(1, "A-1", "A-2", "A-3"));
    expect(readPanes("A-0", `?right=${Array.from({ length: 9 }, (_, n) => `A-${n + 1}`).join()}`).names).toHaveLength(most);
    expect(readPanes("A-2", "?left=%3Cb%3E,,A-1")).toEqual(panes(1, "A-1", "A-2"));
  });

  it("keep a name that is no key only in the path (PN1)", () => {
    expect(addressOf("/w/A/all", "", panes(0, "50%", "A-1"))).toBe("/w/A/all/50%25?right=A-1");
    expect(addressOf("/w/A/all", "", panes(1, "50%", "A-1"))).toBe("/w/A/all/A-1");
  });
});

describe("opening a task", () => {
  it("shows it in the active pane, and leaves the others (PN2)", () => {
    expect(openedIn(panes(1, "A-1", "A-2"), 1, "A-3")).toEqual(panes(1, "A-1", "A-3"));
    expect(openedIn(noPanes, -1, "A-3")).toEqual(panes(0, "A-3"));
  });

  it("leads to its pane if it has one (PN2)", () => {
    expect(openedIn(panes(1, "A-1", "A-2"), 1, "a-1")).toEqual(panes(0, "A-1", "A-2"));
    expect(openedBeside(panes(1, "A-1", "A-2"), "A-1")).toEqual(panes(0, "A-1", "A-2"));
  });

  it("in another pane puts it right of the active one (PN3)", () => {
    expect(openedBeside(noPanes, "A-1")).toEqual(panes(0, "A-1"));
    expect(openedBeside(panes(0, "A-1"), "A-2")).toEqual(panes(1, "A-1", "A-2"));
    expect(openedBeside(panes(0, "A-1", "A-3"), "A-2")).toEqual(panes(1, "A-1", "A-2", "A-3"));
  });

  it("in one pane too many closes the leftmost of the panes that it was not opened from (PN3)", () => {
    expect(openedBeside(panes(3, "A-1", "A-2", "A-3", "A-4"), "A-5")).toEqual(panes(3, "A-2", "A-3", "A-4", "A-5"));
    expect(openedBeside(panes(0, "A-1", "A-2", "A-3", "A-4"), "A-5")).toEqual(panes(1, "A-1", "A-5", "A-3", "A-4"));
  });
});

describe("closing a pane", () => {
  it("makes the pane at its right active, or else the last one (PN4)", () => {
    expect(closed(panes(0, "A-1", "A-2", "A-3"), 0)).toEqual(panes(0, "A-2", "A-3"));
    expect(closed(panes(2, "A-1", "A-2", "A-3"), 2)).toEqual(panes(1, "A-1", "A-2"));
    expect(closed(panes(0, "A-1"), 0)).toEqual(noPanes);
  });

  it("leaves the active pane if another one closes (PN4)", () => {
    expect(closed(panes(2, "A-1", "A-2", "A-3"), 0)).toEqual(panes(1, "A-2", "A-3"));
    expect(closed(panes(0, "A-1", "A-2", "A-3"), 1)).toEqual(panes(0, "A-1", "A-3"));
  });
});

describe("a change of the address", () => {
  const two = panes(1, "A-1", "A-2");

  it("by a link of the page changes the active pane only (PN2)", () => {
    expect(arrived(two, panes(0, "A-3"), true)).toEqual(panes(1, "A-1", "A-3"));
    expect(arrived(two, panes(0, "A-1"), true)).toEqual(panes(0, "A-1", "A-2"));
    expect(arrived(two, noPanes, true)).toEqual(noPanes);
  });

  it("by going back, or by an address that names several tasks, is taken as it is (PN5)", () => {
    expect(arrived(two, panes(0, "A-1"), false)).toEqual(panes(0, "A-1"));
    expect(arrived(two, panes(0, "A-3", "A-4"), true)).toEqual(panes(0, "A-3", "A-4"));
  });

  it("that changes no pane keeps the panes as they are", () => {
    expect(arrived(two, panes(1, "A-1", "A-2"), false)).toBe(two);
    expect(activated(two, 1)).toBe(two);
  });
});

describe("the slots of panes", () => {
  const ids = (slots: ReturnType<typeof slotsOf>) => slots.map(({ id }) => id);
  const two = slotsOf([], ["A-1", "A-2"]);

  it("stay when another pane opens or closes", () => {
    expect(ids(two)).toEqual([1, 2]);
    expect(ids(slotsOf(two, ["A-2"]))).toEqual([2]);
    expect(ids(slotsOf(two, ["A-1", "A-3", "A-2"]))).toEqual([1, 3, 2]);
    expect(slotsOf(two, ["A-1", "A-2"])[0]).toBe(two[0]);
  });

  it("stay when a pane shows another task", () => {
    expect(ids(slotsOf(two, ["A-3", "A-2"]))).toEqual([1, 2]);
    expect(slotsOf(two, ["A-3", "A-2"])).toEqual([{ id: 1, name: "A-3" }, two[1]]);
  });

  it("are never shared", () => {
    expect(new Set(ids(slotsOf(two, ["A-2", "A-3"]))).size).toBe(2);
  });
});
