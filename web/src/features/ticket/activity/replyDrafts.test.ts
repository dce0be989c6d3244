import { expect, it } from "vitest";
import { keepDraft, readDraft } from "@/lib/drafts";
import { keepReplyDraft, readReplyDraft } from "./replyDrafts";

it("replies to several threads of a task are kept beside each other, until they are sent", () => {
  keepReplyDraft("t", "one", "First");
  keepReplyDraft("t", "two", "Second");
  expect([readReplyDraft("t", "one"), readReplyDraft("t", "two"), readReplyDraft("other", "one")]).toEqual(["First", "Second", ""]);
  keepReplyDraft("t", "one", "");
  expect([readReplyDraft("t", "one"), readReplyDraft("t", "two")]).toEqual(["", "Second"]);
  keepReplyDraft("t", "two", "");
  expect(readDraft("reply", "t")).toBeNull();
});

it("ignores a stored value that is not a draft", () => {
  for (const kept of ["[", "5", '{"one": 5}']) {
    keepDraft("reply", "t", kept);
    expect(readReplyDraft("t", "one")).toBe("");
  }
});
