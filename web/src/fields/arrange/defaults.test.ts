import { describe, expect, it } from "vitest";
import { builtIn } from "../builtIn";
import { plain, readAddress, type Arrangement } from "./address";
import { addressAt, usualArrangement } from "./defaults";
import type { Place } from "./place";

const place = (collection: Place["collection"]): Place => ({ collection, listId: null });
const at = (collection: Place["collection"], arrangement: Arrangement) => addressAt(place(collection), "", arrangement, builtIn);

describe("the arrangement of a place that nobody has arranged", () => {
  it("groups tasks that are assigned to me by due date, without completed tasks", () => {
    const usual = usualArrangement(place("mine"), builtIn);
    expect(usual).toMatchObject({ group: "dueDate", sort: "dueDate", descending: false, openOnly: true });
    expect(at("mine", usual)).toBe("?group=due&sort=due&show=open");
  });

  it("groups tasks that I have completed by day, the latest first", () => {
    expect(usualArrangement(place("completed"), builtIn)).toMatchObject({ group: "completed", sort: "completed", descending: true, openOnly: false });
  });

  it("is plain in other places, and leaves completed tasks of a person out", () => {
    expect(usualArrangement(place("all"), builtIn)).toEqual(plain);
    expect(usualArrangement(place("person"), builtIn)).toEqual({ ...plain, openOnly: true });
  });

  it("groups by no field that the workspace hides", () => {
    const fields = builtIn.filter(({ id }) => id !== "dueDate");
    expect(usualArrangement(place("mine"), fields)).toEqual({ ...plain, openOnly: true });
  });

  it("differs in its address from every other arrangement of the place", () => {
    for (const collection of ["mine", "completed", "person"] as const) {
      const written = at(collection, plain);
      expect(readAddress(written, builtIn)).toEqual(plain);
    }
    expect(at("all", plain)).toBe("");
  });
});
