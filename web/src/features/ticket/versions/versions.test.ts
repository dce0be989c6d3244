import { describe, expect, it } from "vitest";
import { ana, ben, member } from "@/sync/testing/rows";
import type { DescriptionVersion } from "@/wire/http.generated";
import { authorsOf, causeOf, dayOf } from "./sentences";
import { joined } from "./useVersions";

const version = (id: string, more: Partial<DescriptionVersion> = {}): DescriptionVersion => ({
  id,
  kind: "typed",
  beganAt: "2030-05-01T10:00:00Z",
  endedAt: "2030-05-01T10:05:00Z",
  authors: [],
  restoredAt: null,
  bytes: 1,
  ...more,
});

const names = (all: readonly DescriptionVersion[]) => all.map(({ id }) => id).join("");

describe("a list of versions that is loaded again", () => {
  const old = [..."dcba"].map((id) => version(id));

  it("keeps the older versions that were loaded before, and takes the newest from the node", () => {
    expect(names(joined(old, [version("e"), version("d", { bytes: 9 }), version("c")]))).toBe("edcba");
    expect(joined(old, [version("d", { bytes: 9 }), version("c")])[0]?.bytes).toBe(9);
  });

  it("begins again if so many are new that the lists do not meet", () => {
    expect(names(joined(old, [version("z"), version("y")]))).toBe("zy");
    expect(names(joined([], [version("a")]))).toBe("a");
    expect(names(joined(old, []))).toBe("");
  });
});

describe("tx28 the words of a version", () => {
  const members = { [ana]: member(ana), [ben]: member(ben) };

  it("name its authors, and say so if they are not known", () => {
    expect(authorsOf(version("a", { authors: [ana, "gone"] }), members)).toContain("Someone");
    expect(authorsOf(version("a", { kind: "first" }), members)).toBe("Original description");
    expect(authorsOf(version("a"), members)).toBe("Someone");
  });

  it("say how it came about", () => {
    expect(causeOf(version("a"))).toBeNull();
    expect(causeOf(version("a", { kind: "replaced" }))).toBe("Replaced the whole description");
    expect(causeOf(version("a", { kind: "restored", restoredAt: "2030-04-01T10:00:00Z" }))).toMatch(/^Restored the version from 1 Apr/);
  });

  it("name its day", () => {
    const now = new Date("2030-05-02T12:00:00");
    expect([dayOf("2030-05-02T01:00:00", now), dayOf("2030-05-01T23:00:00", now), dayOf("2030-04-20T12:00:00", now)]).toEqual(["Today", "Yesterday", "20 Apr"]);
  });
});
