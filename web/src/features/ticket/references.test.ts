import { describe, expect, it } from "vitest";
import type { View } from "@/sync/types";
import { splitReferences } from "@/ui/markdownText";
import { lookUpReference } from "./references";

const view = {
  workspace: { id: "w", name: "TLS", icon: null, key: "TLS", createdAt: "" },
  tickets: { a: { id: "a", number: 12, private: false }, p: { id: "p", number: 3, private: true } },
  members: { u: { id: "u", username: "ekr" } },
} as unknown as Pick<View, "tickets" | "workspace" | "members">;

const named = (text: string) =>
  splitReferences(text).flatMap((part) => (typeof part === "string" ? [] : [lookUpReference(view, part)]));

describe("a reference in a text", () => {
  it("names a ticket by its bare number and by its key", () => {
    expect(named("see #12 and TLS-12")).toEqual([
      { is: "ticket", id: "a" },
      { is: "ticket", id: "a" },
    ]);
  });

  it("names one's own private ticket by MY", () => {
    expect(named("MY-3")).toEqual([{ is: "ticket", id: "p" }]);
  });

  it("names nothing where no ticket has the number, or the key is another's", () => {
    expect(named("#99, RFC-12")).toEqual([null, null]);
  });

  it("names a member by their user name, whatever its case", () => {
    expect(named("thanks @EKR")).toEqual([{ is: "member", id: "u" }]);
    expect(named("thanks @nobody")).toEqual([null]);
  });

  it("names a ticket by the id that an import wrote", () => {
    expect(lookUpReference(view, { kind: "ticketId", text: "#7", id: "a" })).toEqual({ is: "ticket", id: "a" });
    expect(lookUpReference(view, { kind: "ticketId", text: "#7", id: "gone" })).toBeNull();
  });
});
