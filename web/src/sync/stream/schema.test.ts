import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { schemaAfterNode, lacksRows, pageSchema } from "./schema";

const entityRs = join(import.meta.dirname, "../../../../actors/src/domain/entity.rs");

describe("the number of what a build knows", () => {
  it("is the same for the page and for the node of one build", () => {
    const [, number] = /pub const SCHEMA: u32 = (\d+);/.exec(readFileSync(entityRs, "utf8")) ?? [];
    expect(Number(number)).toBe(pageSchema);
  });

  // The columns of the table: the copy, the page, the node; whether a fresh snapshot is needed; the copy's number afterwards.
  it.each([
    [0, 0, 0, false, 0],
    [0, 0, 1, false, 0],
    [0, 1, 0, false, 0],
    [0, 1, 1, true, 0],
    [0, 1, 2, true, 0],
    [0, 2, 1, true, 0],
    [1, 0, 0, false, 0],
    [1, 0, 1, false, 0],
    [1, 1, 0, false, 0],
    [1, 1, 1, false, 1],
    [1, 1, 2, false, 1],
    [1, 2, 1, false, 1],
    [1, 2, 2, true, 1],
    [2, 1, 2, false, 1],
    [2, 2, 1, false, 1],
    [2, 2, 2, false, 2],
  ])("rs6: a copy of %i, a page of %i and a node of %i: %s", (copy, page, node, fresh, fed) => {
    expect([lacksRows({ copy, page, node }), schemaAfterNode({ copy, page, node })]).toEqual([fresh, fed]);
  });
});
