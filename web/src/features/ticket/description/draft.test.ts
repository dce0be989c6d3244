import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answer, arrive, begin, isTouched, keepMine, pack, send, takeTheirs, toSave, unpack, write, type Draft } from "./draft";

const mine = write(begin("old"), "old and mine");

describe("a description that is being written", () => {
  it("is saved once it differs, and only once", () => {
    expect(toSave(begin("old"))).toBeNull();
    expect(toSave(mine)).toBe("old and mine");
    expect(toSave(send(mine, "old and mine"))).toBeNull();
  });

  it("takes over what others write while nothing is written here", () => {
    expect(arrive(begin("old"), "new")).toEqual(begin("new"));
  });

  it("is not disturbed by its own edit coming back, nor by going on meanwhile", () => {
    const gone = write(send(mine, "old and mine"), "old and mine, more");
    const back = arrive(gone, "old and mine");
    expect(back).toMatchObject({ theirs: null, text: "old and mine, more" });
    const saved = answer(back, "old and mine", true);
    expect(saved).toMatchObject({ theirs: null, base: "old and mine" });
    expect(toSave(saved)).toBe("old and mine, more");
  });

  it("gives way to a later text of another person, once it is saved", () => {
    const shown = arrive(arrive(send(mine, "old and mine"), "old and mine"), "newer");
    expect(answer(shown, "old and mine", true)).toEqual(begin("newer"));
  });

  it("waits for a choice if another person has changed the text meanwhile", () => {
    const torn = arrive(mine, "old and theirs");
    expect(torn.theirs).toBe("old and theirs");
    expect(toSave(torn)).toBeNull();
    expect(toSave(keepMine(torn))).toBe("old and mine");
    expect(takeTheirs(torn)).toEqual(begin("old and theirs"));
  });

  it("needs no choice any more once the other took their change back", () => {
    expect(arrive(arrive(mine, "old and theirs"), "old").theirs).toBeNull();
  });

  it("stays after a no, and is not sent again before it is changed", () => {
    const back = arrive(answer(arrive(send(mine, "old and mine"), "old and mine"), "old and mine", false), "old");
    expect(back).toMatchObject({ text: "old and mine", theirs: null });
    expect(toSave(back)).toBeNull();
    expect(toSave(write(back, "old and mine, shorter"))).toBe("old and mine, shorter");
  });

  it("outlives a reload, and says so where the text changed while it was away", () => {
    expect(unpack(pack(mine), "old")).toEqual(mine);
    expect(unpack(pack(mine), "old and theirs")?.theirs).toBe("old and theirs");
    expect(unpack(pack(mine), "old and mine")).toBeNull();
    expect(unpack("{broken", "old")).toBeNull();
  });

  it("never loses what was written here, whatever arrives", () => {
    const text = fc.constantFrom("a", "b", "c", "");
    const step = fc.oneof(
      text.map((it) => (draft: Draft) => arrive(draft, it)),
      fc.constant((draft: Draft) => {
        const due = toSave(draft);
        return due === null ? draft : send(draft, due);
      }),
      fc.boolean().map((ok) => (draft: Draft) => (draft.sent === null ? draft : answer(draft, draft.sent, ok))),
    );
    fc.assert(
      fc.property(text, text, fc.array(step), (from, written, steps) => {
        const start = write(begin(from), written);
        const end = steps.reduce((draft, next) => next(draft), start);
        expect(!isTouched(end) || end.text === written).toBe(true);
        expect(end.theirs === null || end.text === written).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
