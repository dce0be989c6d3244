import { expect, it } from "vitest";
import { readDraft } from "@/lib/drafts";
import { entryDraft, keepEntryDraft } from "./entryDrafts";

it("a typed text is kept for its field of its ticket until it is saved", () => {
  keepEntryDraft("t1", "depth", "12");
  keepEntryDraft("t1", "place", "Pier");
  keepEntryDraft("t1", "depth", null);
  expect([entryDraft("t1", "depth"), entryDraft("t1", "place"), entryDraft("t2", "place")]).toEqual([null, "Pier", null]);
  keepEntryDraft("t1", "place", null);
  expect(readDraft("entry", "t1")).toBeNull();
});
