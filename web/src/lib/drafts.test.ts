import { expect, it } from "vitest";
import { dropDrafts, keepDraft, readDraft, writeDraftsAs } from "./drafts";
import { forgetDrafts } from "./forgetDrafts";

it("fo1: the drafts of tickets that the person may no longer see are thrown away, and no others", () => {
  for (const ticket of ["lost", "seen"]) {
    keepDraft("comment", ticket, "hm");
    keepDraft("reply", ticket, "re");
    keepDraft("description", ticket, "text");
    keepDraft("title", ticket, "name");
    keepDraft("entry", ticket, "{}");
  }
  dropDrafts(["lost"]);
  const of = (ticket: string) => (["comment", "reply", "description", "title", "entry"] as const).map((kind) => readDraft(kind, ticket));
  expect([of("lost"), of("seen")]).toEqual([[null, null, null, null, null], ["hm", "re", "text", "name", "{}"]]);
});

it("of5, qc6: the drafts of a person who logs out are deleted, and those of other people stay", () => {
  localStorage.clear();
  for (const person of ["ana", "ben"]) {
    writeDraftsAs(person);
    for (const kind of ["comment", "description", "title"] as const) keepDraft(kind, "seen", person);
    localStorage.setItem(`troupe.draft.task.w1.${person}`, "{}");
    localStorage.setItem(`troupe.used.w1.${person}`, "[]");
  }
  localStorage.setItem("troupe.theme", "dark");
  for (const person of ["ana", "ben"]) localStorage.setItem(`troupe.views.w1.${person}`, "{}");
  forgetDrafts("ana");
  expect(["ana", "ben"].map((person) => localStorage.getItem(`troupe.views.w1.${person}`))).toEqual([null, "{}"]);
  const of = (person: string) => {
    writeDraftsAs(person);
    return [readDraft("comment", "seen"), readDraft("title", "seen"), localStorage.getItem(`troupe.draft.task.w1.${person}`), localStorage.getItem(`troupe.used.w1.${person}`)];
  };
  expect([of("ana"), of("ben"), localStorage.getItem("troupe.theme")]).toEqual([[null, null, null, null], ["ben", "ben", "{}", "[]"], "dark"]);
});

it("of5: nobody sees the drafts of another person, which come back with their writer", () => {
  localStorage.clear();
  writeDraftsAs("ana");
  keepDraft("comment", "t", "ana's");
  writeDraftsAs("ben");
  expect(readDraft("comment", "t")).toBeNull();
  keepDraft("comment", "t", "ben's");
  writeDraftsAs("ana");
  expect(readDraft("comment", "t")).toBe("ana's");
});

it("of5: drafts of earlier versions, which named nobody, become those of the first person", () => {
  localStorage.clear();
  localStorage.setItem("troupe.draft.comment.t", "of an earlier version");
  localStorage.setItem("troupe.draft.task.w1.ben", "{}");
  writeDraftsAs("ana");
  writeDraftsAs("ben");
  expect([readDraft("comment", "t"), localStorage.getItem("troupe.draft.task.w1.ben")]).toEqual([null, "{}"]);
  writeDraftsAs("ana");
  expect(readDraft("comment", "t")).toBe("of an earlier version");
});
