import { expect, it } from "vitest";
import { forgetDrafts, setDraftsAside, takeDraftsBack } from "./draftOwners";
import { dropDrafts, keepDraft, readDraft } from "./drafts";

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

it("of5: the drafts of a person whose session has ended come back with the person, and nobody else sees them", () => {
  localStorage.clear();
  localStorage.setItem("troupe.draft.task.w1.ana", "{}");
  keepDraft("comment", "t", "first");
  setDraftsAside("ana");
  keepDraft("title", "t", "second");
  setDraftsAside("ana");
  keepDraft("comment", "t", "ben's");
  takeDraftsBack("ben");
  expect([readDraft("comment", "t"), readDraft("title", "t"), localStorage.getItem("troupe.draft.task.w1.ana")]).toEqual(["ben's", null, "{}"]);
  setDraftsAside("ben");
  takeDraftsBack("ana");
  expect([readDraft("comment", "t"), readDraft("title", "t")]).toEqual(["first", "second"]);
});

it("of5: the drafts of a deleted account go, and those of another person who is here by now stay", () => {
  localStorage.clear();
  keepDraft("comment", "t", "ana's");
  setDraftsAside("ana");
  keepDraft("comment", "t", "ben's");
  localStorage.setItem("troupe.draft.task.w1.ana", "{}");
  forgetDrafts("ana", false);
  takeDraftsBack("ana");
  expect([readDraft("comment", "t"), localStorage.getItem("troupe.draft.task.w1.ana")]).toEqual(["ben's", null]);
});

it("of5: a stored text that is no draft is not restored", () => {
  localStorage.clear();
  for (const nonsense of ["7", "null", "{", JSON.stringify({ "troupe.me": "x", "troupe.draft.comment.t": 7 })]) {
    localStorage.setItem("troupe.aside.ana", nonsense);
    takeDraftsBack("ana");
    expect(localStorage.length).toBe(0);
  }
});
