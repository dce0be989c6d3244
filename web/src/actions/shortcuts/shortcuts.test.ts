import { beforeEach, describe, expect, it } from "vitest";
import { useTroupe } from "@/sync/store";
import { viewOf } from "@/sync/tables/tables";
import { capabilitiesOf, commenter } from "@/sync/testing/capabilities";
import { ana, attribute, workspace, workspaceId } from "@/sync/testing/rows";
import { smallTables } from "@/sync/testing/tab";
import { shortcutGroups, shortcutsOf, usable, type Shortcut, type Where } from "./catalog";
import { chosenKeys, isTyped, keysPatch, noChoices, ownKeysOf, usualKeys, withKeys, withUsual } from "./choices";
import { clash, inTheWay, meet, objectionTo, record, reset, swapped, taken, type Recorded } from "./conflicts";

const own = (id: string, names: string[], where: Where = "everywhere"): Shortcut => ({ id, name: id, names, where });
const [status, priority, task, done, copy] = [own("status", ["S"], "task"), own("priority", ["P"], "task"), own("new", ["N", "C"]), own("done", ["inbox:E"], "inbox"), own("copy", ["copy"], "task")] as [Shortcut, Shortcut, Shortcut, Shortcut, Shortcut];
const all = [status, priority, task, done, copy, own("mine", ["G A"]), own("blocks", ["M X"], "task")];

describe("the shortcuts of a workspace", () => {
  beforeEach(() => useTroupe.setState({ ...viewOf(smallTables(), workspaceId), me: ana, capabilities: capabilitiesOf.owner }));
  const view = () => useTroupe.getState();

  it("each have an id of their own and a name", () => {
    const ids = shortcutsOf(view()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, shortcuts, fixed } of shortcutGroups(view())) for (const each of [...shortcuts, ...fixed]) expect([name, each.name]).not.toContain("");
  });

  it("ks2: have default keys that do not conflict and that a person could choose", () => {
    const shortcuts = shortcutsOf(view());
    for (const each of shortcuts)
      for (const keys of usualKeys(each)) {
        expect([each.id, ...inTheWay(shortcuts, noChoices, each, keys).map(({ id }) => id)]).toEqual([each.id]);
        for (const part of keys.split(" ")) expect([keys, objectionTo(part)]).toEqual([keys, null]);
      }
  });

  it("include those of its attributes, which have no default keys", () => {
    const place = attribute(1);
    useTroupe.setState({ attributes: { [place.id]: place } });
    expect(shortcutsOf(view()).find(({ id }) => id === `ticket.${place.id}`)).toMatchObject({ names: [`ticket.${place.id}`], where: "task" });
  });

  it("include Shift+E for the attribute that is the estimate, as long as it is", () => {
    const effort = attribute(1);
    const named = () => shortcutsOf(view()).find(({ id }) => id === `ticket.${effort.id}`)?.names;
    useTroupe.setState({ attributes: { [effort.id]: effort }, workspace: { ...workspace, estimateId: effort.id } });
    expect(named()).toEqual(["Shift+E"]);
    useTroupe.setState({ workspace });
    expect(named()).toEqual([`ticket.${effort.id}`]);
  });

  it("include Alt+C for a task from a template, which only some roles may use", () => {
    const offered = () => usable(shortcutGroups(view()), view().capabilities).flatMap(({ shortcuts }) => shortcuts).find(({ names }) => names[0] === "Alt+C")?.id;
    expect(offered()).toBe("new.fromTemplate");
    useTroupe.setState({ capabilities: commenter });
    expect(offered()).toBeUndefined();
  });

  it("are merged if two actions have the same keys", () => {
    const ids = shortcutsOf(view()).map(({ id }) => id);
    expect(ids).toContain("ticket.trash");
    expect(ids).not.toContain("ticket.restore");
  });
});

describe("the keys of a person", () => {
  it("ks1: replace all default keys of a shortcut", () => {
    const choices = withKeys(withKeys(noChoices, task, "Q"), copy, "Shift+Y");
    expect(ownKeysOf(all, choices)).toEqual({ N: "Q", C: "", copy: "Shift+Y" });
    expect(chosenKeys(task, choices)).toEqual(["Q"]);
    expect(ownKeysOf(all, withUsual(choices, task))).toEqual({ copy: "Shift+Y" });
  });

  it("are not stored if they are the only default keys", () => {
    expect(withKeys(withKeys(noChoices, status, "W"), status, "S")).toEqual(noChoices);
    expect(withKeys(noChoices, task, "N").keys).toEqual({ new: "N" });
    expect(withKeys(noChoices, copy, "")).toEqual(noChoices);
  });

  it("are stored by a name that contains the page", () => {
    expect(ownKeysOf(all, withKeys(noChoices, done, "D"))).toEqual({ "inbox:E": "D" });
  });

  it("ks5: are off if they type text and single-key shortcuts are off", () => {
    const off = { keys: { status: "Mod+J", copy: "" }, singles: false };
    expect(ownKeysOf(all, off)).toEqual({ S: "Mod+J", P: "", N: "", C: "", "inbox:E": "", "G A": "", "M X": "" });
    expect(["A", "Shift+A", "?", "G I"].every(isTyped)).toBe(true);
    expect(["F6", "Mod+K", "Alt+C", "Mod+Enter"].some(isTyped)).toBe(false);
  });

  it("nt20: are stored by a patch that names only the shortcuts that differ", () => {
    const before = { keys: { status: "W", priority: "", copy: "X" }, singles: true };
    expect(keysPatch(before, { keys: { status: "Q", copy: "X", new: "Y" }, singles: false })).toEqual({ keys: { status: "Q", priority: null, new: "Y" }, singles: false });
    expect(keysPatch(before, before)).toEqual({ keys: {}, singles: true });
    expect(keysPatch(before, noChoices)).toEqual({ keys: { status: null, priority: null, copy: null }, singles: true });
  });
});

describe("keys that are taken", () => {
  it("ks2: conflict only if both shortcuts can work at the same time", () => {
    expect(inTheWay(all, noChoices, status, "P")).toEqual([priority]);
    expect(inTheWay(all, noChoices, status, "E")).toEqual([]);
    expect(inTheWay(all, noChoices, task, "E")).toEqual([done]);
    expect(inTheWay(all, noChoices, status, "S")).toEqual([]);
    expect([meet("task", "list"), meet("calendar", "task"), meet("list", "gantt"), meet("inbox", "everywhere")]).toEqual([true, true, true, true]);
    expect([meet("calendar", "gantt"), meet("inbox", "task"), meet("inbox", "list")]).toEqual([false, false, false]);
  });

  it("ks2: include the first key of a sequence, and sequences that begin with a taken key", () => {
    expect(inTheWay(all, noChoices, status, "G").map(({ id }) => id)).toEqual(["mine"]);
    expect(inTheWay(all, noChoices, task, "P X")).toEqual([priority]);
    expect([clash("G", "G A"), clash("G A", "G"), clash("G A", "G B"), clash("A", "G A")]).toEqual([true, true, false, false]);
  });

  it("move to the shortcut that a person chooses, and the other one has none", () => {
    const choices = taken(all, noChoices, status, "P");
    expect(choices.keys).toEqual({ priority: "", status: "P" });
    expect(inTheWay(all, choices, status, "P")).toEqual([]);
  });

  it("ks2: are swapped if the other shortcut can have the keys", () => {
    expect(swapped(all, noChoices, status, "P")?.keys).toEqual({ status: "P", priority: "S" });
    // A shortcut without keys has none to give, and two others cannot both have the keys.
    expect(swapped(all, noChoices, copy, "P")).toBeNull();
    expect(swapped([...all, own("more", ["M R"], "task")], noChoices, status, "M")).toBeNull();
    // The shortcut for a new task cannot get S: it also works in the inbox, where S is taken.
    expect(swapped([...all, own("star", ["S"], "inbox")], noChoices, status, "N")).toBeNull();
  });

  it("come back to their shortcut on reset, and so do those of the shortcut that had them", () => {
    const both = swapped(all, noChoices, status, "P") ?? noChoices;
    expect(reset(all, both, status)).toEqual(noChoices);
    const chain = taken(all, taken(all, noChoices, status, "P"), copy, "S");
    expect(reset(all, chain, status).keys).toEqual({ priority: "" });
  });
});

describe("pressed keys", () => {
  it.each([
    ["Escape", "fixed"],
    ["Shift+ArrowUp", "fixed"],
    ["Mod+Tab", "fixed"],
    ["Enter", "fixed"],
    ["Shift+Backspace", "fixed"],
    ["Mod+C", "text"],
    ["Mod+T", "browser"],
    ["Mod+D", "browser"],
    ["Mod+7", "browser"],
    ["F5", "browser"],
    ["Mod++", "browser"],
    ["Dead", "noKey"],
    ["CapsLock", "noKey"],
    ["Shift+AudioVolumeUp", "noKey"],
  ] as const)("ks3: are refused with the reason: %s", (keys, why) => {
    expect(objectionTo(keys)).toBe(why);
  });

  it.each(["A", "Shift+A", "+", "?", "ß", "Mod+Enter", "Mod+Shift+Backspace", "Alt+Shift+F", "Mod+Alt+1", "F6"])("may be chosen: %s", (keys) => {
    expect(objectionTo(keys)).toBeNull();
  });

  const recorded = (...keys: string[]) => keys.reduce<Recorded>(record, { is: "waiting" });

  it("ks1: are one combination, or two keys one after the other", () => {
    expect(recorded("Mod+J")).toEqual({ is: "done", keys: "Mod+J" });
    expect(recorded("F8")).toEqual({ is: "done", keys: "F8" });
    expect(recorded("G")).toEqual({ is: "begun", keys: "G" });
    expect(recorded("G", "Shift+B")).toEqual({ is: "done", keys: "G Shift+B" });
    expect(recorded("G", "Mod+B")).toEqual({ is: "done", keys: "Mod+B" });
    expect(recorded("G", "ArrowUp")).toMatchObject({ is: "refused", why: "fixed" });
    expect(recorded("Dead", "E")).toEqual({ is: "begun", keys: "E" });
  });
});
