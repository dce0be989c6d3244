import { describe, expect, it } from "vitest";
import type { Asked } from "./ask";
import { isForPanel } from "./answering";
import { neighboursIn } from "./order";
import { explain } from "./refusals";

describe("next and previous", () => {
  it("are the neighbours in the view, and nothing at its ends", () => {
    expect(neighboursIn(["a", "b", "c"], "b")).toEqual({ previous: "a", next: "c" });
    expect(neighboursIn(["a", "b", "c"], "a")).toEqual({ previous: null, next: "b" });
    expect(neighboursIn(["a", "b", "c"], "gone")).toEqual({ previous: null, next: null });
  });
});

describe("a question", () => {
  const asked: Asked = { question: "status", ticketIds: ["a"] };

  it("about the ticket that is open is the panel's to answer", () => {
    expect(isForPanel(asked, "a")).toBe(true);
    expect(isForPanel(asked, "b")).toBe(false);
    expect(isForPanel(asked, null)).toBe(false);
  });

  it("about several, or from a cell, is the view's", () => {
    expect(isForPanel({ ...asked, ticketIds: ["a", "b"] }, "a")).toBe(false);
    expect(isForPanel({ ...asked, anchor: document.createElement("div") }, "a")).toBe(false);
  });
});

describe("why something was refused", () => {
  const view = {
    workspace: { id: "w", name: "TLS", icon: null, key: "TLS", createdAt: "" },
    tickets: { a: { number: 1, private: false }, b: { number: 2, private: false } },
  } as unknown as Parameters<typeof explain>[0];

  it("is what the node says", () => {
    expect(explain(view, { code: "forbidden", message: "You may not." })).toBe("You may not.");
  });

  it("shows a loop as the way round, by the keys of the tickets", () => {
    expect(explain(view, { code: "cycle", message: "", path: ["a", "b", "gone", "a"] })).toBe(
      "This would create a loop: TLS-1 → TLS-2 → a task → TLS-1",
    );
  });
});
