import { describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import type { Config } from "@/fields/options";
import { asText, chipAt, shownChips, taking, typed, untouched, withoutChip, type Naming, type Written } from "./chips";
import type { Draft } from "./draft";

const config = { workspace: null, members: {}, statuses: {}, lists: {}, labels: {}, attributes: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, shares: {}, me: null } satisfies Config;
const naming: Naming = {
  known: {
    marks: {
      "#": { field: "labels", options: [{ id: "bug", name: "Bug" }, { id: "late", name: "Late" }] },
      "!": { field: "priority", options: [{ id: "day", name: "Day" }, { id: "week", name: "Week" }] },
      "+": { field: "lists", options: [{ id: "pier", name: "Pier" }, { id: "boat", name: "Boat" }] },
    },
    due: "dueDate",
  },
  fields: builtIn,
  config,
};
const draft: Draft = { title: "", description: "", private: false, values: { lists: ["general"] } };

/** Types a title letter by letter, as a person does. */
function type(title: string, from: Written = untouched(draft)): Written {
  return [...title].reduce((now, letter) => {
    const next = typed(now, now.draft.title + letter);
    return taking(next, naming, next.draft.title.length, { now: "2026-11-22" }).written;
  }, from);
}
const chipOf = (written: Written, value: string) => written.chips.find((chip) => chip.value === value)!;

describe("values in a title", () => {
  it("qc3: become chips while a person types, and leave the title", () => {
    const written = type("Mend #bug the nets due fri !week soon");
    expect(written.draft.title).toBe("Mend the nets soon");
    expect(written.draft.values).toEqual({ lists: ["general"], labels: ["bug"], dueDate: ["2026-11-27"], priority: ["week"] });
    expect(shownChips(written).map(({ text }) => text)).toEqual(["#bug", "due fri", "!week"]);
  });

  it("qc3: are also complete at the end of the title once the person is done", () => {
    const written = type("Mend #bug");
    expect(written.chips).toEqual([]);
    expect(taking(written, naming, 9, { final: true }).written).toMatchObject({ draft: { title: "Mend ", values: { labels: ["bug"] } } });
  });

  it("are added to fields with several values, and replace the value of other fields", () => {
    const written = type("Mend #bug #late !day !week nets");
    expect(written.draft.values).toMatchObject({ labels: ["bug", "late"], priority: ["week"] });
    expect(shownChips(written).map(({ text }) => text)).toEqual(["#bug", "#late", "!week"]);
    expect(type("Mend #bug #bug nets").chips).toHaveLength(1);
  });

  it("replace the suggested list with the first list, and add further lists", () => {
    expect(type("Mend +pier nets").draft.values.lists).toEqual(["pier"]);
    expect(type("Mend +pier +boat nets").draft.values.lists).toEqual(["pier", "boat"]);
  });
});

describe("a chip", () => {
  it("is removed with its value, and the values that it has replaced come back", () => {
    const written = type("Mend #bug #late !day !week +pier nets");
    const without = ["bug", "week", "pier"].reduce((now, value) => withoutChip(now, chipOf(now, value), naming), written);
    expect(without.draft.title).toBe("Mend nets");
    expect(without.draft.values).toEqual({ lists: ["general"], labels: ["late"], priority: ["day"] });
    expect(shownChips(without).map(({ text }) => text)).toEqual(["#late", "!day"]);
  });

  it("is not shown after its value was removed elsewhere", () => {
    const written = type("Mend #bug nets");
    expect(shownChips({ ...written, draft: { ...written.draft, values: { labels: ["late"] } } })).toEqual([]);
  });

  it("qc3: is turned back into text by Backspace where it stood, and stays text", () => {
    const written = type("Mend #bug ");
    expect(chipAt(written, 4)).toBeUndefined();
    const back = asText(written, chipAt(written, 5)!, naming);
    expect(back).toMatchObject({ written: { draft: { title: "Mend #bug", values: { labels: [] } }, chips: [] }, caret: 9 });
    expect(type(" nets", back.written)).toMatchObject({ draft: { title: "Mend #bug nets" }, chips: [] });
  });

  it("keeps its place while words around it change", () => {
    const written = typed(type("Mend #bug nets"), "Please mend nets");
    expect(chipOf(written, "bug").at).toBe(12);
    expect(asText(written, chipOf(written, "bug"), naming).written.draft.title).toBe("Please mend #bug nets");
    const shorter = typed(type("Mend the nets #bug "), "Mend");
    expect(asText(shorter, chipOf(shorter, "bug"), naming).written.draft.title).toBe("Mend #bug");
  });

  it("becomes text again before the chips that stood at the same place earlier", () => {
    const written = type("#bug #late ");
    const once = asText(written, chipAt(written, 0)!, naming);
    expect(once.written.draft.title).toBe("#late");
    expect(chipAt(once.written, 0)?.value).toBe("bug");
  });
});
