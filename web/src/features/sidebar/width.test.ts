import { describe, expect, it } from "vitest";
import { useShell } from "@/lib/shell";
import { keepWidth, widthAfter, within } from "./width";

describe("the width of the sidebar", () => {
  it("has limits", () => {
    expect([0, 159.6, 160, 233.4, 401].map(within)).toEqual([160, 160, 160, 233, 400]);
  });

  it("is changed by keys", () => {
    expect(["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].map((key) => widthAfter(key, 200))).toEqual([184, 216, 160, 400, null]);
    expect([widthAfter("ArrowLeft", 160), widthAfter("ArrowRight", 399)]).toEqual([160, 400]);
  });

  it("is kept by the browser", () => {
    keepWidth(260);
    expect(useShell.getState().width).toBe(260);
    expect(localStorage.getItem("troupe.sidebar.width")).toBe("260");
  });
});
