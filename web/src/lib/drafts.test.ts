import { expect, it } from "vitest";
import { dropDrafts, keepDraft, readDraft } from "./drafts";

it("fo1: the drafts of tickets that the person may no longer see are thrown away, and no others", () => {
  for (const ticket of ["lost", "seen"]) {
    keepDraft("comment", ticket, "hm");
    keepDraft("description", ticket, "text");
    keepDraft("title", ticket, "name");
  }
  dropDrafts(["lost"]);
  const of = (ticket: string) => (["comment", "description", "title"] as const).map((kind) => readDraft(kind, ticket));
  expect([of("lost"), of("seen")]).toEqual([[null, null, null], ["hm", "text", "name"]]);
});
