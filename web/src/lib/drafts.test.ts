import { expect, it } from "vitest";
import { dropDrafts, forgetDrafts, keepDraft, readDraft } from "./drafts";

it("fo1: the drafts of tickets that the person may no longer see are thrown away, and no others", () => {
  for (const ticket of ["lost", "seen"]) {
    keepDraft("comment", ticket, "hm");
    keepDraft("reply", ticket, "re");
    keepDraft("description", ticket, "text");
    keepDraft("title", ticket, "name");
  }
  dropDrafts(["lost"]);
  const of = (ticket: string) => (["comment", "reply", "description", "title"] as const).map((kind) => readDraft(kind, ticket));
  expect([of("lost"), of("seen")]).toEqual([[null, null, null, null], ["hm", "re", "text", "name"]]);
});

it("of5, qc6: the drafts of a person who logs out are deleted, and new tasks of other people stay", () => {
  localStorage.clear();
  for (const kind of ["comment", "description", "title"] as const) keepDraft(kind, "seen", "text");
  for (const key of ["troupe.draft.task.w1.ana", "troupe.draft.task.w2.ana", "troupe.draft.task.w1.ben", "troupe.theme"]) localStorage.setItem(key, "{}");
  forgetDrafts("ana");
  const left = Array.from({ length: localStorage.length }, (_, nth) => localStorage.key(nth));
  expect(left.toSorted()).toEqual(["troupe.draft.task.w1.ben", "troupe.theme"]);
});
