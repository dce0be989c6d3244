import { describe, expect, it } from "vitest";
import { assignees } from "@/fields/assignees";
import { dueDate, startDate } from "@/fields/dates";
import { labels } from "@/fields/labels";
import { priority } from "@/fields/priority";
import { reporter } from "@/fields/reporter";
import { status } from "@/fields/status";
import type { Chip } from "@/fields/filter/filterLanguage";
import { withPart } from "@/fields/field";
import { choiceOperatorName, choiceOperatorOf, choiceOperators, freeOperator, moved, withChoiceOperator, withOperator } from "./chipMoves";
import { keyed, keyFor } from "./chipOrder";

const chip = (field: string, joined: Chip["joined"], ...words: string[]): Chip => ({ field, joined, words });

describe("the operators of a chip with options", () => {
  it("are those that the type of the field allows", () => {
    expect(choiceOperators(status.value)).toEqual(["any", "none"]);
    expect(choiceOperators(priority.value)).toEqual(["any", "none", "empty", "filled"]);
    expect(choiceOperators(labels.value)).toEqual(["any", "all", "none", "empty", "filled"]);
  });

  it("are named as one value or several need it", () => {
    expect([1, 2].map((count) => choiceOperatorName(priority.value, "any", count))).toEqual(["is", "is any of"]);
    expect([1, 2].map((count) => choiceOperatorName(priority.value, "none", count))).toEqual(["is not", "is none of"]);
    expect(["any", "all", "none"].map((each) => choiceOperatorName(labels.value, each as "any", 2))).toEqual(["has any of", "has all of", "has none of"]);
  });

  it("change without the loss of the values, and ask for a value where there was none", () => {
    expect(withChoiceOperator(chip("labels", "any", "a", "b"), "all")).toEqual(chip("labels", "all", "a", "b"));
    expect(withChoiceOperator(chip("labels", "any", "a", "none"), "none")).toEqual(chip("labels", "none", "a"));
    expect(withChoiceOperator(chip("labels", "all", "a"), "filled")).toEqual(chip("labels", "any", "any"));
    expect(withChoiceOperator(chip("labels", "any", "none"), "none")).toEqual(chip("labels", "none"));
    expect(choiceOperatorOf(chip("labels", "any", "none"))).toBe("empty");
  });

  it("of another chip of the field begin with one that no chip has", () => {
    expect(freeOperator(labels.value, [chip("labels", "any", "a")])).toBe("all");
    expect(freeOperator(status.value, [chip("status", "any", "a")])).toBe("none");
    expect(freeOperator(status.value, [chip("status", "any", "a"), chip("status", "none", "b")])).toBe("any");
  });
});

describe("the operators of a chip that compares", () => {
  it("keep the value if it has the same form", () => {
    expect(withOperator("number", chip("effort", "any", "3..3"), "most")).toEqual({ chip: chip("effort", "any", "..3") });
    expect(withOperator("text", chip("place", "any", "has:pier"), "differs")).toEqual({ chip: chip("place", "none", "same:pier") });
    expect(withOperator("date", chip("dueDate", "any", "-7d..0d"), "next")).toEqual({ chip: chip("dueDate", "any", "0d..7d") });
    expect(withOperator("date", chip("dueDate", "any", "week"), "none")).toEqual({ chip: chip("dueDate", "any", "none") });
  });

  it("ask for a value otherwise", () => {
    expect(withOperator("date", chip("dueDate", "any", "..2026-12-01"), "last")).toMatchObject({ draft: { operator: "last", first: "" } });
    expect(withOperator("number", chip("effort", "any", "3..3"), "between")).toMatchObject({ draft: { operator: "between", first: "3" } });
    expect(withOperator("date", chip("dueDate", "any", "none"), "within")).toMatchObject({ draft: { operator: "within" } });
  });
});

describe("a chip that changes its field", () => {
  it("keeps the operator and the values where they mean the same", () => {
    expect(moved(chip("dueDate", "any", "week"), dueDate, startDate)).toEqual(chip("startDate", "any", "week"));
    expect(moved(chip("assignees", "none", "me"), assignees, reporter)).toEqual(chip("reporter", "none", "me"));
    expect(moved(chip("labels", "any", "none"), labels, dueDate)).toEqual(chip("dueDate", "any", "none"));
  });

  it("keeps the operator alone, or neither, where they do not", () => {
    expect(moved(chip("labels", "none", "a"), labels, priority)).toEqual(chip("priority", "none"));
    expect(moved(chip("labels", "all", "a"), labels, priority)).toEqual(chip("priority", "any"));
    expect(moved(chip("labels", "any", "any"), labels, status)).toEqual(chip("status", "any"));
    expect(moved(chip("dueDate", "any", "week"), dueDate, labels)).toEqual(chip("labels", "any"));
  });
});

describe("chips", () => {
  it("stand in the order of their fields, and keep their keys while their values change", () => {
    const fields = withPart([labels, status, priority], "filter");
    const chips = [chip("priority", "none", "day"), chip("labels", "none", "b"), chip("labels", "any", "a"), chip("gone", "any", "x")];
    expect(keyed(chips, fields).map(({ key }) => key)).toEqual(["labels any 0", "labels none 0", "priority none 0"]);
    expect(keyFor(chip("labels", "any"), chips)).toBe("labels any 1");
  });
});
