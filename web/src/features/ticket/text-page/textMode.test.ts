import { describe, expect, it } from "vitest";
import { withoutPanes } from "@/lib/panes";
import { textModeOf, withTextMode } from "./textMode";

describe("the page of a text", () => {
  it("is named by the address, which keeps its other parameters", () => {
    expect(withTextMode("?view=kanban&left=A-1,A-2", "write")).toBe("?view=kanban&left=A-1,A-2&text=write");
    expect(withTextMode("?text=write", "versions")).toBe("?text=versions");
    expect(withTextMode("?text=write", null)).toBe("");
    expect([textModeOf("?text=versions"), textModeOf("?text=write"), textModeOf("?text=other"), textModeOf("")]).toEqual(["versions", "write", null, null]);
  });

  it("belongs to one task: the addresses of other tasks do not name it", () => {
    expect(withoutPanes("?view=kanban&text=write")).toBe("?view=kanban");
  });
});
