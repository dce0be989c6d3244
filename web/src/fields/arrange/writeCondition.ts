import type { Condition } from "./condition";

/** The condition as an address holds it. */
export function writeCondition(condition: Condition): string {
  switch (condition.is) {
    case "none":
    case "any":
      return condition.is;
    case "span":
      return condition.span;
    case "range":
      return `${condition.from ?? ""}..${condition.to ?? ""}`;
    default:
      return `${condition.is}:${condition.text}`;
  }
}
