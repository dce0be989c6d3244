import { beforeEach, describe, expect, it } from "vitest";
import { builtIn } from "@/fields/builtIn";
import { list, label } from "@/sync/testing/rows";
import { keepTask, keptTask, readWritten, stillKnown } from "./kept";
import type { Written } from "./chips";

const config = { workspace: null, members: {}, statuses: {}, lists: { [list(1).id]: list(1) }, labels: { [label(1).id]: label(1) }, attributes: {}, options: {}, systemAttributes: {}, taskTypes: {}, components: {}, fixVersions: {}, sprints: {}, shares: {}, me: null };
const written: Written = {
  draft: { title: "Mend", description: "Soon", private: true, values: { labels: [label(1).id] } },
  chips: [{ field: "labels", value: label(1).id, text: "#late", at: 5, replaced: [] }],
  left: ["#bug"],
};

describe("a task that is not created yet", () => {
  beforeEach(() => localStorage.clear());

  it("qc6: is kept for one person in one workspace, until it is created or discarded", () => {
    keepTask("acme", "ana", written);
    expect(keptTask("acme", "ana")).toEqual(written);
    expect([keptTask("acme", "ben"), keptTask("other", "ana")]).toEqual([null, null]);
    keepTask("acme", "ana", null);
    expect(keptTask("acme", "ana")).toBeNull();
  });

  it("is read from storage without invalid parts", () => {
    for (const nonsense of [null, "", "7", "{}", '{"draft":{"title":1}}', '{"draft":{"title":"","description":""}}']) expect(readWritten(nonsense)).toBeNull();
    expect(readWritten('{"draft":{"title":"A","description":"","values":{"labels":["x"],"priority":4}},"chips":[{"field":"labels"}],"left":[1]}')).toEqual({
      draft: { title: "A", description: "", private: false, values: { labels: ["x"] } },
      chips: [],
      left: [],
    });
  });

  it("loses values that no longer exist", () => {
    const stale = { ...written.draft, values: { labels: [label(1).id, label(2).id], lists: [list(2).id], priority: ["day"], dueDate: ["2026-11-27"], gone: ["x"] } };
    expect(stillKnown({ ...written, draft: stale }, builtIn, config).draft.values).toEqual({ labels: [label(1).id], lists: [], priority: ["day"], dueDate: ["2026-11-27"] });
  });
});
