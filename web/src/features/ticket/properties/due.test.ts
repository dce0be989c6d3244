import { describe, expect, it } from "vitest";
import { pressureOf } from "./due";

const due = (deadline: string | null, isOpen = true) => pressureOf(deadline, isOpen, "2026-04-26");

describe("what a due date says", () => {
  it("is how many days are left when they are few", () => {
    expect(due("2026-04-28")).toEqual({ tone: "warning", text: "2 days left" });
    expect(due("2026-04-26")).toEqual({ tone: "warning", text: "Due today" });
    expect(due("2026-05-26")).toBeNull();
  });

  it("is how late an open ticket is", () => {
    expect(due("2026-04-25")).toEqual({ tone: "danger", text: "1 day overdue" });
  });

  it("is nothing for what is done or canceled", () => {
    expect(due("2026-04-01", false)).toBeNull();
    expect(due(null)).toBeNull();
  });
});
