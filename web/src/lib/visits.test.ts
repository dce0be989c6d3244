import { describe, expect, it } from "vitest";
import { readVisits, settledVisits, withVisit, type Visit } from "./visits";

const ticket = (id: string): Visit => ({ kind: "ticket", id });

describe("what a person has opened", () => {
  it("is in the list once, the newest first, with at most twenty entries", () => {
    expect(withVisit([ticket("a"), ticket("b"), { kind: "list", id: "b" }], ticket("b"))).toEqual([ticket("b"), ticket("a"), { kind: "list", id: "b" }]);
    const many = Array.from({ length: 20 }, (_, n) => ticket(`t${n}`));
    expect(withVisit(many, ticket("new"))).toEqual([ticket("new"), ...many.slice(0, 19)]);
  });

  it("is read without what this build does not know", () => {
    expect(readVisits(JSON.stringify([ticket("a"), { kind: "page", id: "b" }, null, 7, { kind: "list" }]))).toEqual([ticket("a")]);
    for (const broken of [null, "", "{", "null", '{"a":1}']) expect(readVisits(broken)).toEqual([]);
  });

  it("keep their order while the same places are the newest", () => {
    const before: Visit[] = [{ kind: "list", id: "a" }, { kind: "ticket", id: "b" }];
    expect(settledVisits(before, [{ kind: "ticket", id: "b" }, { kind: "list", id: "a" }])).toBe(before);
    const fresh: Visit[] = [{ kind: "list", id: "c" }, { kind: "list", id: "a" }];
    expect(settledVisits(before, fresh)).toBe(fresh);
    expect(settledVisits(before, [{ kind: "list", id: "a" }])).toHaveLength(1);
  });
});
