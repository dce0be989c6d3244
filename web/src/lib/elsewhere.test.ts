import { afterEach, describe, expect, it, vi } from "vitest";
import { keepNext, keptNext, leaveFor } from "./elsewhere";

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe("leaving for another site", () => {
  it("b05: remembers only pages of this app", () => {
    keepNext("/w/HAR/list/1");
    expect(keptNext()).toBe("/w/HAR/list/1");
    for (const wrong of ["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]) {
      keepNext(wrong);
      expect(keptNext()).toBeNull();
    }
    keepNext(null);
    expect(keptNext()).toBeNull();
  });

  it("does not run an address as a script", () => {
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
    expect(() => leaveFor("javascript:alert(1)")).toThrow("not an address of another site");
    expect(assign).not.toHaveBeenCalled();
    leaveFor("https://id.example.org/auth");
    expect(assign).toHaveBeenCalledWith("https://id.example.org/auth");
  });
});
